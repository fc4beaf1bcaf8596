{{- define "portico.labels" -}}
app.kubernetes.io/name: portico
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "portico.selector" -}}
app.kubernetes.io/name: portico
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "portico.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- /* One container of the image: server and migration differ in what they run. */ -}}
{{- define "portico.container" -}}
image: {{ include "portico.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- /* Settings are part of the pods and of no other object: a changed one restarts servers, and a rollback brings the old ones back. */ -}}
{{- define "portico.env" -}}
- name: PORTICO_MODE
  value: production
- name: HOST
  value: 0.0.0.0
- name: PORT
  value: '3000'
- name: PORTICO_PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
- name: PORTICO_TRUSTED_PROXIES
  value: {{ .Values.trustedProxies | quote }}
{{- if .Values.metrics.enabled }}
- name: PORTICO_METRICS_ADDRESS
  value: 0.0.0.0:{{ .Values.metrics.port }}
{{- end }}
{{- if .Values.mutualTls.enabled }}
- name: PORTICO_MTLS_PORT
  value: '3443'
- name: PORTICO_MTLS_URL
  value: {{ .Values.mutualTls.url | quote }}
- name: PORTICO_MTLS_CERT_FILE
  value: /run/portico/mtls/tls.crt
- name: PORTICO_MTLS_KEY_FILE
  value: /run/portico/mtls/tls.key
{{- if .Values.mutualTls.trustConfigMap }}
- name: PORTICO_TRUST_DIR
  value: /run/portico/trust
{{- end }}
{{- end }}
{{- if .Values.privateAuthorities }}
- name: NODE_EXTRA_CA_CERTS
  value: /run/portico/private-authorities/ca.crt
{{- end }}
{{- if .Values.folders.brand }}
- name: PORTICO_BRAND_DIR
  value: /run/portico/brand
{{- end }}
{{- if .Values.folders.content }}
- name: PORTICO_CONTENT_DIR
  value: /run/portico/content
{{- end }}
{{- if .Values.folders.documents }}
- name: PORTICO_SPECS_DIR
  value: /run/portico/documents
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
- name: DATABASE_URL_FILE
  value: /run/portico/database/url
{{- with .Values.secrets.databaseDirect }}
- name: DATABASE_DIRECT_URL_FILE
  value: /run/portico/database-direct/url
{{- end }}
{{- with .Values.secrets.databaseRead }}
- name: DATABASE_READ_URL_FILE
  value: /run/portico/database-read/url
{{- end }}
{{- with .Values.secrets.collectorHeaders }}
- name: OTEL_EXPORTER_OTLP_HEADERS_FILE
  value: /run/portico/collector-headers/headers
{{- end }}
{{- with .Values.secrets.bankCore }}
- name: PORTICO_BANK_SECRET_FILE
  value: /run/portico/bank-core/secret
{{- end }}
{{- with .Values.secrets.googleClient }}
- name: PORTICO_GOOGLE_CLIENT_SECRET_FILE
  value: /run/portico/google-client/secret
{{- end }}
- name: PORTICO_SMTP_URL_FILE
  value: /run/portico/smtp/url
{{- if not .Values.settings.PORTICO_KEYS_COMMAND }}
- name: PORTICO_KEYS_FILE
  value: /run/portico/keys/keys.json
{{- end }}
{{- with .Values.coreTls.secret }}
- name: PORTICO_BANK_CERT_FILE
  value: /run/portico/core-tls/tls.crt
- name: PORTICO_BANK_KEY_FILE
  value: /run/portico/core-tls/tls.key
{{- end }}
{{- with .Values.coreTls.authorities }}
- name: PORTICO_BANK_CA_FILE
  value: /run/portico/core-authorities/ca.crt
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "portico.mounts" -}}
- name: database
  mountPath: /run/portico/database
  readOnly: true
{{- with .Values.secrets.databaseDirect }}
- name: database-direct
  mountPath: /run/portico/database-direct
  readOnly: true
{{- end }}
{{- with .Values.secrets.databaseRead }}
- name: database-read
  mountPath: /run/portico/database-read
  readOnly: true
{{- end }}
{{- with .Values.secrets.collectorHeaders }}
- name: collector-headers
  mountPath: /run/portico/collector-headers
  readOnly: true
{{- end }}
{{- with .Values.secrets.bankCore }}
- name: bank-core
  mountPath: /run/portico/bank-core
  readOnly: true
{{- end }}
{{- with .Values.secrets.googleClient }}
- name: google-client
  mountPath: /run/portico/google-client
  readOnly: true
{{- end }}
{{- if .Values.mutualTls.enabled }}
- name: mtls
  mountPath: /run/portico/mtls
  readOnly: true
{{- if .Values.mutualTls.trustConfigMap }}
- name: trust
  mountPath: /run/portico/trust
  readOnly: true
{{- end }}
{{- end }}
- name: smtp
  mountPath: /run/portico/smtp
  readOnly: true
{{- if not .Values.settings.PORTICO_KEYS_COMMAND }}
- name: keys
  mountPath: /run/portico/keys
  readOnly: true
{{- end }}
{{- if .Values.coreTls.secret }}
- name: core-tls
  mountPath: /run/portico/core-tls
  readOnly: true
{{- end }}
{{- if .Values.coreTls.authorities }}
- name: core-authorities
  mountPath: /run/portico/core-authorities
  readOnly: true
{{- end }}
{{- if .Values.privateAuthorities }}
- name: private-authorities
  mountPath: /run/portico/private-authorities
  readOnly: true
{{- end }}
{{- range $name, $source := .Values.folders }}
- name: {{ $name }}
  mountPath: /run/portico/{{ $name }}
  readOnly: true
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "portico.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{ toYaml . | indent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
{{ toYaml . | indent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
{{ toYaml . | indent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
{{ toYaml . | indent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
volumes:
{{- /* 256 is 0400. The kubelet gives each file to root and to the group above, and lets that group read: 0440, which the server accepts of root. */}}
  - name: database
    secret:
      defaultMode: 256
      secretName: {{ .Values.secrets.database.name }}
      items:
        - key: {{ .Values.secrets.database.key }}
          path: url
{{- with .Values.secrets.databaseDirect }}
  - name: database-direct
    secret:
      defaultMode: 256
      secretName: {{ .name }}
      items:
        - key: {{ .key }}
          path: url
{{- end }}
{{- with .Values.secrets.databaseRead }}
  - name: database-read
    secret:
      defaultMode: 256
      secretName: {{ .name }}
      items:
        - key: {{ .key }}
          path: url
{{- end }}
{{- with .Values.secrets.collectorHeaders }}
  - name: collector-headers
    secret:
      defaultMode: 256
      secretName: {{ .name }}
      items:
        - key: {{ .key }}
          path: headers
{{- end }}
{{- with .Values.secrets.bankCore }}
  - name: bank-core
    secret:
      defaultMode: 256
      secretName: {{ .name }}
      items:
        - key: {{ .key }}
          path: secret
{{- end }}
{{- with .Values.secrets.googleClient }}
  - name: google-client
    secret:
      defaultMode: 256
      secretName: {{ .name }}
      items:
        - key: {{ .key }}
          path: secret
{{- end }}
{{- if .Values.mutualTls.enabled }}
  - name: mtls
    secret:
      defaultMode: 256
      secretName: {{ .Values.mutualTls.secret }}
{{- if .Values.mutualTls.trustConfigMap }}
  - name: trust
    configMap:
      name: {{ .Values.mutualTls.trustConfigMap }}
{{- end }}
{{- end }}
  - name: smtp
    secret:
      defaultMode: 256
      secretName: {{ .Values.secrets.smtp.name }}
      items:
        - key: {{ .Values.secrets.smtp.key }}
          path: url
{{- if not .Values.settings.PORTICO_KEYS_COMMAND }}
  - name: keys
    secret:
      defaultMode: 256
      secretName: {{ .Values.secrets.keys.name }}
      items:
        - key: {{ .Values.secrets.keys.key }}
          path: keys.json
{{- end }}
{{- with .Values.coreTls.secret }}
  - name: core-tls
    secret:
      defaultMode: 256
      secretName: {{ . }}
{{- end }}
{{- with .Values.coreTls.authorities }}
  - name: core-authorities
{{- if .configMap }}
    configMap:
      name: {{ .configMap }}
{{- else }}
    secret:
      defaultMode: 256
      secretName: {{ .secret }}
{{- end }}
      items:
        - key: {{ .key }}
          path: ca.crt
{{- end }}
{{- with .Values.privateAuthorities }}
  - name: private-authorities
{{- if .configMap }}
    configMap:
      name: {{ .configMap }}
{{- else }}
    secret:
      defaultMode: 256
      secretName: {{ .secret }}
{{- end }}
      items:
        - key: {{ .key }}
          path: ca.crt
{{- end }}
{{- range $name, $source := .Values.folders }}
  - name: {{ $name }}
{{ toYaml $source | indent 4 }}
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . | indent 2 }}
{{- end }}
{{- end }}

{{- /*
What servers read at their start and the chart does not hold. Helm looks it up in the cluster, so that `helm upgrade` restarts servers after a change.
Where Helm only renders (`helm template`, GitOps), it finds nothing: docs/operate/deployment.md, "Changed secrets".
*/ -}}
{{- define "portico.mounted" -}}
{{- range $name, $secret := .Values.secrets }}
{{ $name }}: {{ get (lookup "v1" "Secret" $.Release.Namespace $secret.name) "data" | toJson }}
{{- end }}
{{- with .Values.privateAuthorities }}
{{- if .configMap }}
private-authorities: {{ get (lookup "v1" "ConfigMap" $.Release.Namespace .configMap) "data" | toJson }}
{{- else }}
private-authorities: {{ get (lookup "v1" "Secret" $.Release.Namespace .secret) "data" | toJson }}
{{- end }}
{{- end }}
{{- with .Values.coreTls.secret }}
core-tls: {{ get (lookup "v1" "Secret" $.Release.Namespace .) "data" | toJson }}
{{- end }}
{{- with .Values.coreTls.authorities }}
{{- if .configMap }}
core-authorities: {{ get (lookup "v1" "ConfigMap" $.Release.Namespace .configMap) "data" | toJson }}
{{- else }}
core-authorities: {{ get (lookup "v1" "Secret" $.Release.Namespace .secret) "data" | toJson }}
{{- end }}
{{- end }}
{{- with .Values.mutualTls.trustConfigMap }}
trust: {{ get (lookup "v1" "ConfigMap" $.Release.Namespace .) "data" | toJson }}
{{- end }}
{{- range $name, $source := .Values.folders }}
{{- with $source.configMap }}
{{ $name }}: {{ get (lookup "v1" "ConfigMap" $.Release.Namespace .name) "data" | toJson }}
{{- end }}
{{- end }}
{{- end }}
