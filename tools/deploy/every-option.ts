/** Values of the chart with every option that the delivered values leave out. */
export const EVERY_OPTION = {
  image: {
    repository: 'registry.bank.example/portico',
    tag: '',
    digest: `sha256:${'0'.repeat(64)}`,
    pullPolicy: 'IfNotPresent',
    pullSecrets: [{ name: 'registry' }],
  },
  autoscaling: { enabled: true, maxReplicas: 6, cpuPercent: 70 },
  metrics: { enabled: true, port: 9464, scraperNamespace: 'monitoring', operator: true, operatorLabels: { release: 'prometheus' } },
  privateAuthorities: { configMap: 'bank-authorities', key: 'bank.pem' },
  coreTls: { secret: 'core-client', authorities: { configMap: 'core-authorities', key: 'core.pem' } },
  folders: {
    brand: { configMap: { name: 'portico-brand' } },
    content: { persistentVolumeClaim: { claimName: 'portico-content', readOnly: true } },
    documents: { configMap: { name: 'portico-documents' } },
  },
  extraEnv: [{ name: 'TZ', value: 'Europe/Tallinn' }],
  extraVolumes: [{ name: 'scratch', emptyDir: { sizeLimit: '16Mi' } }],
  extraVolumeMounts: [{ name: 'scratch', mountPath: '/tmp' }],
  nodeSelector: { 'kubernetes.io/os': 'linux' },
  tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'portico', effect: 'NoSchedule' }],
  affinity: { nodeAffinity: {} },
  priorityClassName: 'customers',
  podAnnotations: { 'bank.example/restart': '1' },
};
