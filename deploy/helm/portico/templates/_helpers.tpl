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
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "portico.settings" -}}
PORTICO_MODE: production
HOST: 0.0.0.0
PORT: '3000'
PORTICO_PUBLIC_URL: {{ .Values.publicUrl | quote }}
PORTICO_TRUSTED_PROXIES: {{ .Values.trustedProxies | quote }}
{{- if .Values.metrics.enabled }}
PORTICO_METRICS_ADDRESS: 0.0.0.0:{{ .Values.metrics.port }}
{{- end }}
{{- if .Values.mutualTls.enabled }}
PORTICO_MTLS_PORT: '3443'
PORTICO_MTLS_URL: {{ .Values.mutualTls.url | quote }}
PORTICO_MTLS_CERT_FILE: /run/portico/mtls/tls.crt
PORTICO_MTLS_KEY_FILE: /run/portico/mtls/tls.key
{{- if .Values.mutualTls.trustConfigMap }}
PORTICO_TRUST_DIR: /run/portico/trust
{{- end }}
{{- end }}
{{- range $name, $value := .Values.settings }}
{{ $name }}: {{ $value | quote }}
{{- end }}
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
envFrom:
  - configMapRef:
      name: {{ .Release.Name }}
{{- end }}

{{- define "portico.env" -}}
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
- name: PORTICO_KEYS_FILE
  value: /run/portico/keys/keys.json
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
- name: keys
  mountPath: /run/portico/keys
  readOnly: true
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
  - name: keys
    secret:
      defaultMode: 256
      secretName: {{ .Values.secrets.keys.name }}
      items:
        - key: {{ .Values.secrets.keys.key }}
          path: keys.json
{{- end }}
