/**
 * Field order of the reference's internal types, where it differs from the versioned types. Messages that print a whole
 * value print it in this order. Types that are not listed keep the versioned order.
 */
export const fieldOrders: Readonly<Record<string, string>> = {
  'core.v1.PodSpec':
    'volumes initContainers containers ephemeralContainers restartPolicy terminationGracePeriodSeconds activeDeadlineSeconds dnsPolicy nodeSelector serviceAccountName automountServiceAccountToken nodeName securityContext imagePullSecrets hostname subdomain setHostnameAsFQDN affinity schedulerName tolerations hostAliases priorityClassName priority preemptionPolicy dnsConfig readinessGates runtimeClassName overhead enableServiceLinks topologySpreadConstraints os schedulingGates resourceClaims resources hostnameOverride',
  'core.v1.PodSecurityContext':
    'hostNetwork hostPID hostIPC shareProcessNamespace hostUsers seLinuxOptions windowsOptions runAsUser runAsGroup runAsNonRoot supplementalGroups supplementalGroupsPolicy fsGroup fsGroupChangePolicy sysctls seccompProfile appArmorProfile seLinuxChangePolicy',
  'core.v1.Container':
    'name image command args workingDir ports envFrom env resources resizePolicy restartPolicy restartPolicyRules volumeMounts volumeDevices livenessProbe readinessProbe startupProbe lifecycle terminationMessagePath terminationMessagePolicy imagePullPolicy securityContext stdin stdinOnce tty',
  'core.v1.EphemeralContainer':
    'name image command args workingDir ports envFrom env resources resizePolicy restartPolicy restartPolicyRules volumeMounts volumeDevices livenessProbe readinessProbe startupProbe lifecycle terminationMessagePath terminationMessagePolicy imagePullPolicy securityContext stdin stdinOnce tty targetContainerName',
  'core.v1.Volume':
    'name hostPath emptyDir gcePersistentDisk awsElasticBlockStore gitRepo secret nfs iscsi glusterfs persistentVolumeClaim rbd quobyte flexVolume cinder cephfs flocker downwardAPI fc azureFile configMap vsphereVolume azureDisk photonPersistentDisk projected portworxVolume scaleIO storageos csi ephemeral image',
  'core.v1.SecurityContext':
    'capabilities privileged seLinuxOptions windowsOptions runAsUser runAsGroup runAsNonRoot readOnlyRootFilesystem allowPrivilegeEscalation procMount seccompProfile appArmorProfile',
  'core.v1.VolumeMount': 'name readOnly recursiveReadOnly mountPath subPath mountPropagation subPathExpr',
  'core.v1.VolumeProjection': 'secret downwardAPI configMap serviceAccountToken clusterTrustBundle podCertificate',
  'core.v1.PersistentVolumeClaimSpec':
    'accessModes selector resources volumeName storageClassName volumeMode dataSource dataSourceRef volumeAttributesClassName',
  'core.v1.PersistentVolumeSource':
    'gcePersistentDisk awsElasticBlockStore hostPath glusterfs nfs rbd quobyte iscsi flexVolume cinder cephfs fc flocker azureFile vsphereVolume azureDisk photonPersistentDisk portworxVolume scaleIO local storageos csi',
  'policy.v1.PodDisruptionBudgetSpec': 'minAvailable selector maxUnavailable unhealthyPodEvictionPolicy',
  'batch.v1.JobSpec':
    'parallelism completions podFailurePolicy successPolicy activeDeadlineSeconds backoffLimit backoffLimitPerIndex maxFailedIndexes selector manualSelector template ttlSecondsAfterFinished completionMode suspend podReplacementPolicy managedBy',
}

/** Go names of fields in the reference that are not the JSON name with a capital first letter. */
export const goNames: Readonly<Record<string, string>> = {
  apiVersion: 'APIVersion',
  apiGroup: 'APIGroup',
  awsElasticBlockStore: 'AWSElasticBlockStore',
  cel: 'CEL',
  cephfs: 'CephFS',
  chapAuthDiscovery: 'DiscoveryCHAPAuth',
  chapAuthSession: 'SessionCHAPAuth',
  csi: 'CSI',
  diskURI: 'DataDiskURI',
  dnsConfig: 'DNSConfig',
  dnsPolicy: 'DNSPolicy',
  endpoints: 'EndpointsName',
  fc: 'FC',
  fsGroup: 'FSGroup',
  fsGroupChangePolicy: 'FSGroupChangePolicy',
  fsType: 'FSType',
  gcePersistentDisk: 'GCEPersistentDisk',
  gmsaCredentialSpec: 'GMSACredentialSpec',
  gmsaCredentialSpecName: 'GMSACredentialSpecName',
  grpc: 'GRPC',
  httpGet: 'HTTPGet',
  httpHeaders: 'HTTPHeaders',
  ip: 'IP',
  ips: 'IPs',
  iqn: 'IQN',
  iscsi: 'ISCSI',
  iscsiInterface: 'ISCSIInterface',
  nfs: 'NFS',
  os: 'OS',
  pdID: 'PdID',
  pdName: 'PDName',
  rbd: 'RBD',
  seLinuxChangePolicy: 'SELinuxChangePolicy',
  seLinuxOptions: 'SELinuxOptions',
  setHostnameAsFQDN: 'SetHostnameAsFQDN',
  sslEnabled: 'SSLEnabled',
  storageos: 'StorageOS',
  targetWWNs: 'TargetWWNs',
  tcpSocket: 'TCPSocket',
  ttlSecondsAfterFinished: 'TTLSecondsAfterFinished',
  tty: 'TTY',
  uid: 'UID',
  wwids: 'WWIDs',
}

/** Like `goNames`, for the field of one type: `type.field`. */
export const goNamesOfTypes: Readonly<Record<string, string>> = {
  'core.v1.RBDVolumeSource.monitors': 'CephMonitors',
  'core.v1.RBDVolumeSource.image': 'RBDImage',
  'core.v1.RBDVolumeSource.pool': 'RBDPool',
  'core.v1.RBDVolumeSource.user': 'RadosUser',
  'core.v1.RBDPersistentVolumeSource.monitors': 'CephMonitors',
  'core.v1.RBDPersistentVolumeSource.image': 'RBDImage',
  'core.v1.RBDPersistentVolumeSource.pool': 'RBDPool',
  'core.v1.RBDPersistentVolumeSource.user': 'RadosUser',
}

/** Fields that are pointers in versioned types but not in internal types. */
export const plainInside: ReadonlySet<string> = new Set([
  'apps.v1.RollingUpdateStatefulSetStrategy.partition',
  'core.v1.ServiceAccountTokenProjection.expirationSeconds',
  'apps.v1.RollingUpdateDeployment.maxUnavailable',
  'apps.v1.RollingUpdateDeployment.maxSurge',
  'apps.v1.RollingUpdateDaemonSet.maxUnavailable',
  'apps.v1.RollingUpdateDaemonSet.maxSurge',
])
