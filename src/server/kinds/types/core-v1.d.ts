import type { JsonObject } from '#api/json.ts';
import type { ApiObject, ListMeta, ObjectMeta } from '#api/object-meta.ts';
import type { Condition, LabelSelector } from './meta-v1.ts';
export interface AWSElasticBlockStoreVolumeSource extends JsonObject {
    volumeID?: string | undefined;
    fsType?: string | undefined;
    partition?: number | undefined;
    readOnly?: boolean | undefined;
}
export interface Affinity extends JsonObject {
    nodeAffinity?: NodeAffinity | undefined;
    podAffinity?: PodAffinity | undefined;
    podAntiAffinity?: PodAntiAffinity | undefined;
}
export interface AppArmorProfile extends JsonObject {
    type?: string | undefined;
    localhostProfile?: string | undefined;
}
export interface AttachedVolume extends JsonObject {
    name?: string | undefined;
    devicePath?: string | undefined;
}
export interface AzureDiskVolumeSource extends JsonObject {
    diskName?: string | undefined;
    diskURI?: string | undefined;
    cachingMode?: string | undefined;
    fsType?: string | undefined;
    readOnly?: boolean | undefined;
    kind?: string | undefined;
}
export interface AzureFilePersistentVolumeSource extends JsonObject {
    secretName?: string | undefined;
    shareName?: string | undefined;
    readOnly?: boolean | undefined;
    secretNamespace?: string | undefined;
}
export interface AzureFileVolumeSource extends JsonObject {
    secretName?: string | undefined;
    shareName?: string | undefined;
    readOnly?: boolean | undefined;
}
export interface Binding extends ApiObject {
    target?: ObjectReference | undefined;
}
export interface CSIPersistentVolumeSource extends JsonObject {
    driver?: string | undefined;
    volumeHandle?: string | undefined;
    readOnly?: boolean | undefined;
    fsType?: string | undefined;
    volumeAttributes?: {
        [key: string]: string;
    } | undefined;
    controllerPublishSecretRef?: SecretReference | undefined;
    nodeStageSecretRef?: SecretReference | undefined;
    nodePublishSecretRef?: SecretReference | undefined;
    controllerExpandSecretRef?: SecretReference | undefined;
    nodeExpandSecretRef?: SecretReference | undefined;
}
export interface CSIVolumeSource extends JsonObject {
    driver?: string | undefined;
    readOnly?: boolean | undefined;
    fsType?: string | undefined;
    volumeAttributes?: {
        [key: string]: string;
    } | undefined;
    nodePublishSecretRef?: LocalObjectReference | undefined;
}
export interface Capabilities extends JsonObject {
    add?: string[] | undefined;
    drop?: string[] | undefined;
}
export interface CephFSPersistentVolumeSource extends JsonObject {
    monitors?: string[] | null | undefined;
    path?: string | undefined;
    user?: string | undefined;
    secretFile?: string | undefined;
    secretRef?: SecretReference | undefined;
    readOnly?: boolean | undefined;
}
export interface CephFSVolumeSource extends JsonObject {
    monitors?: string[] | null | undefined;
    path?: string | undefined;
    user?: string | undefined;
    secretFile?: string | undefined;
    secretRef?: LocalObjectReference | undefined;
    readOnly?: boolean | undefined;
}
export interface CinderPersistentVolumeSource extends JsonObject {
    volumeID?: string | undefined;
    fsType?: string | undefined;
    readOnly?: boolean | undefined;
    secretRef?: SecretReference | undefined;
}
export interface CinderVolumeSource extends JsonObject {
    volumeID?: string | undefined;
    fsType?: string | undefined;
    readOnly?: boolean | undefined;
    secretRef?: LocalObjectReference | undefined;
}
export interface ClientIPConfig extends JsonObject {
    timeoutSeconds?: number | undefined;
}
export interface ClusterTrustBundleProjection extends JsonObject {
    name?: string | undefined;
    signerName?: string | undefined;
    labelSelector?: LabelSelector | undefined;
    path?: string | undefined;
    optional?: boolean | undefined;
}
export interface ComponentCondition extends JsonObject {
    type?: string | undefined;
    status?: string | undefined;
    message?: string | undefined;
    error?: string | undefined;
}
export interface ComponentStatus extends ApiObject {
    conditions?: ComponentCondition[] | undefined;
}
export interface ComponentStatusList extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: ComponentStatus[] | null | undefined;
}
export interface ConfigMap extends ApiObject {
    data?: {
        [key: string]: string;
    } | undefined;
    binaryData?: {
        [key: string]: string;
    } | undefined;
    immutable?: boolean | undefined;
}
export interface ConfigMapEnvSource extends JsonObject, LocalObjectReference {
    optional?: boolean | undefined;
}
export interface ConfigMapKeySelector extends JsonObject, LocalObjectReference {
    key?: string | undefined;
    optional?: boolean | undefined;
}
export interface ConfigMapList extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: ConfigMap[] | null | undefined;
}
export interface ConfigMapNodeConfigSource extends JsonObject {
    namespace?: string | undefined;
    name?: string | undefined;
    uid?: string | undefined;
    resourceVersion?: string | undefined;
    kubeletConfigKey?: string | undefined;
}
export interface ConfigMapProjection extends JsonObject, LocalObjectReference {
    items?: KeyToPath[] | undefined;
    optional?: boolean | undefined;
}
export interface ConfigMapVolumeSource extends JsonObject, LocalObjectReference {
    items?: KeyToPath[] | undefined;
    defaultMode?: number | undefined;
    optional?: boolean | undefined;
}
export interface Container extends JsonObject {
    name?: string | undefined;
    image?: string | undefined;
    command?: string[] | undefined;
    args?: string[] | undefined;
    workingDir?: string | undefined;
    ports?: ContainerPort[] | undefined;
    env?: EnvVar[] | undefined;
    resources?: ResourceRequirements | undefined;
    volumeMounts?: VolumeMount[] | undefined;
    livenessProbe?: Probe | undefined;
    readinessProbe?: Probe | undefined;
    lifecycle?: Lifecycle | undefined;
    terminationMessagePath?: string | undefined;
    imagePullPolicy?: string | undefined;
    securityContext?: SecurityContext | undefined;
    stdin?: boolean | undefined;
    stdinOnce?: boolean | undefined;
    tty?: boolean | undefined;
    envFrom?: EnvFromSource[] | undefined;
    terminationMessagePolicy?: string | undefined;
    volumeDevices?: VolumeDevice[] | undefined;
    startupProbe?: Probe | undefined;
    resizePolicy?: ContainerResizePolicy[] | undefined;
    restartPolicy?: string | undefined;
    restartPolicyRules?: ContainerRestartRule[] | undefined;
}
export interface ContainerExtendedResourceRequest extends JsonObject {
    containerName?: string | undefined;
    resourceName?: string | undefined;
    requestName?: string | undefined;
}
export interface ContainerImage extends JsonObject {
    names?: string[] | undefined;
    sizeBytes?: number | undefined;
}
export interface ContainerPort extends JsonObject {
    name?: string | undefined;
    hostPort?: number | undefined;
    containerPort?: number | undefined;
    protocol?: string | undefined;
    hostIP?: string | undefined;
}
export interface ContainerResizePolicy extends JsonObject {
    resourceName?: string | undefined;
    restartPolicy?: string | undefined;
}
export interface ContainerRestartRule extends JsonObject {
    action?: string | undefined;
    exitCodes?: ContainerRestartRuleOnExitCodes | undefined;
}
export interface ContainerRestartRuleOnExitCodes extends JsonObject {
    operator?: string | undefined;
    values?: number[] | undefined;
}
export interface ContainerState extends JsonObject {
    waiting?: ContainerStateWaiting | undefined;
    running?: ContainerStateRunning | undefined;
    terminated?: ContainerStateTerminated | undefined;
}
export interface ContainerStateRunning extends JsonObject {
    startedAt?: string | undefined;
}
export interface ContainerStateTerminated extends JsonObject {
    exitCode?: number | undefined;
    signal?: number | undefined;
    reason?: string | undefined;
    message?: string | undefined;
    startedAt?: string | undefined;
    finishedAt?: string | undefined;
    containerID?: string | undefined;
}
export interface ContainerStateWaiting extends JsonObject {
    reason?: string | undefined;
    message?: string | undefined;
}
export interface ContainerStatus extends JsonObject {
    name?: string | undefined;
    state?: ContainerState | undefined;
    lastState?: ContainerState | undefined;
    ready?: boolean | undefined;
    restartCount?: number | undefined;
    image?: string | undefined;
    imageID?: string | undefined;
    containerID?: string | undefined;
    started?: boolean | undefined;
    allocatedResources?: {
        [key: string]: string;
    } | undefined;
    resources?: ResourceRequirements | undefined;
    volumeMounts?: VolumeMountStatus[] | undefined;
    user?: ContainerUser | undefined;
    allocatedResourcesStatus?: ResourceStatus[] | undefined;
    stopSignal?: string | undefined;
}
export interface ContainerUser extends JsonObject {
    linux?: LinuxContainerUser | undefined;
}
export interface DaemonEndpoint extends JsonObject {
    Port?: number | undefined;
}
export interface DownwardAPIProjection extends JsonObject {
    items?: DownwardAPIVolumeFile[] | undefined;
}
export interface DownwardAPIVolumeFile extends JsonObject {
    path?: string | undefined;
    fieldRef?: ObjectFieldSelector | undefined;
    resourceFieldRef?: ResourceFieldSelector | undefined;
    mode?: number | undefined;
}
export interface DownwardAPIVolumeSource extends JsonObject {
    items?: DownwardAPIVolumeFile[] | undefined;
    defaultMode?: number | undefined;
}
export interface EmptyDirVolumeSource extends JsonObject {
    medium?: string | undefined;
    sizeLimit?: string | undefined;
}
export interface EndpointAddress extends JsonObject {
    ip?: string | undefined;
    targetRef?: ObjectReference | undefined;
    hostname?: string | undefined;
    nodeName?: string | undefined;
}
export interface EndpointPort extends JsonObject {
    name?: string | undefined;
    port?: number | undefined;
    protocol?: string | undefined;
    appProtocol?: string | undefined;
}
export interface EndpointSubset extends JsonObject {
    addresses?: EndpointAddress[] | undefined;
    notReadyAddresses?: EndpointAddress[] | undefined;
    ports?: EndpointPort[] | undefined;
}
export interface Endpoints extends ApiObject {
    subsets?: EndpointSubset[] | undefined;
}
export interface EndpointsList extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: Endpoints[] | null | undefined;
}
export interface EnvFromSource extends JsonObject {
    prefix?: string | undefined;
    configMapRef?: ConfigMapEnvSource | undefined;
    secretRef?: SecretEnvSource | undefined;
}
export interface EnvVar extends JsonObject {
    name?: string | undefined;
    value?: string | undefined;
    valueFrom?: EnvVarSource | undefined;
}
export interface EnvVarSource extends JsonObject {
    fieldRef?: ObjectFieldSelector | undefined;
    resourceFieldRef?: ResourceFieldSelector | undefined;
    configMapKeyRef?: ConfigMapKeySelector | undefined;
    secretKeyRef?: SecretKeySelector | undefined;
    fileKeyRef?: FileKeySelector | undefined;
}
export interface EphemeralContainer extends JsonObject, EphemeralContainerCommon {
    targetContainerName?: string | undefined;
}
export interface EphemeralContainerCommon extends JsonObject {
    name?: string | undefined;
    image?: string | undefined;
    command?: string[] | undefined;
    args?: string[] | undefined;
    workingDir?: string | undefined;
    ports?: ContainerPort[] | undefined;
    env?: EnvVar[] | undefined;
    resources?: ResourceRequirements | undefined;
    volumeMounts?: VolumeMount[] | undefined;
    livenessProbe?: Probe | undefined;
    readinessProbe?: Probe | undefined;
    lifecycle?: Lifecycle | undefined;
    terminationMessagePath?: string | undefined;
    imagePullPolicy?: string | undefined;
    securityContext?: SecurityContext | undefined;
    stdin?: boolean | undefined;
    stdinOnce?: boolean | undefined;
    tty?: boolean | undefined;
    envFrom?: EnvFromSource[] | undefined;
    terminationMessagePolicy?: string | undefined;
    volumeDevices?: VolumeDevice[] | undefined;
    startupProbe?: Probe | undefined;
    resizePolicy?: ContainerResizePolicy[] | undefined;
    restartPolicy?: string | undefined;
    restartPolicyRules?: ContainerRestartRule[] | undefined;
}
export interface EphemeralVolumeSource extends JsonObject {
    volumeClaimTemplate?: PersistentVolumeClaimTemplate | undefined;
}
export interface Event extends ApiObject {
    involvedObject?: ObjectReference | undefined;
    reason?: string | undefined;
    message?: string | undefined;
    source?: EventSource | undefined;
    firstTimestamp?: string | undefined;
    lastTimestamp?: string | undefined;
    count?: number | undefined;
    type?: string | undefined;
    eventTime?: string | undefined;
    series?: EventSeries | undefined;
    action?: string | undefined;
    related?: ObjectReference | undefined;
    reportingComponent?: string | undefined;
    reportingInstance?: string | undefined;
}
export interface EventList extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: Event[] | null | undefined;
}
export interface EventSeries extends JsonObject {
    count?: number | undefined;
    lastObservedTime?: string | undefined;
}
export interface EventSource extends JsonObject {
    component?: string | undefined;
    host?: string | undefined;
}
export interface ExecAction extends JsonObject {
    command?: string[] | undefined;
}
export interface FCVolumeSource extends JsonObject {
    targetWWNs?: string[] | undefined;
    lun?: number | undefined;
    fsType?: string | undefined;
    readOnly?: boolean | undefined;
    wwids?: string[] | undefined;
}
export interface FileKeySelector extends JsonObject {
    volumeName?: string | undefined;
    path?: string | undefined;
    key?: string | undefined;
    optional?: boolean | undefined;
}
export interface FlexPersistentVolumeSource extends JsonObject {
    driver?: string | undefined;
    fsType?: string | undefined;
    secretRef?: SecretReference | undefined;
    readOnly?: boolean | undefined;
    options?: {
        [key: string]: string;
    } | undefined;
}
export interface FlexVolumeSource extends JsonObject {
    driver?: string | undefined;
    fsType?: string | undefined;
    secretRef?: LocalObjectReference | undefined;
    readOnly?: boolean | undefined;
    options?: {
        [key: string]: string;
    } | undefined;
}
export interface FlockerVolumeSource extends JsonObject {
    datasetName?: string | undefined;
    datasetUUID?: string | undefined;
}
export interface GCEPersistentDiskVolumeSource extends JsonObject {
    pdName?: string | undefined;
    fsType?: string | undefined;
    partition?: number | undefined;
    readOnly?: boolean | undefined;
}
export interface GRPCAction extends JsonObject {
    port?: number | undefined;
    service?: string | undefined;
}
export interface GitRepoVolumeSource extends JsonObject {
    repository?: string | undefined;
    revision?: string | undefined;
    directory?: string | undefined;
}
export interface GlusterfsPersistentVolumeSource extends JsonObject {
    endpoints?: string | undefined;
    path?: string | undefined;
    readOnly?: boolean | undefined;
    endpointsNamespace?: string | undefined;
}
export interface GlusterfsVolumeSource extends JsonObject {
    endpoints?: string | undefined;
    path?: string | undefined;
    readOnly?: boolean | undefined;
}
export interface HTTPGetAction extends JsonObject {
    path?: string | undefined;
    port?: number | string | undefined;
    host?: string | undefined;
    scheme?: string | undefined;
    httpHeaders?: HTTPHeader[] | undefined;
}
export interface HTTPHeader extends JsonObject {
    name?: string | undefined;
    value?: string | undefined;
}
export interface HostAlias extends JsonObject {
    ip?: string | undefined;
    hostnames?: string[] | undefined;
}
export interface HostIP extends JsonObject {
    ip?: string | undefined;
}
export interface HostPathVolumeSource extends JsonObject {
    path?: string | undefined;
    type?: string | undefined;
}
export interface ISCSIPersistentVolumeSource extends JsonObject {
    targetPortal?: string | undefined;
    iqn?: string | undefined;
    lun?: number | undefined;
    iscsiInterface?: string | undefined;
    fsType?: string | undefined;
    readOnly?: boolean | undefined;
    portals?: string[] | undefined;
    chapAuthDiscovery?: boolean | undefined;
    secretRef?: SecretReference | undefined;
    chapAuthSession?: boolean | undefined;
    initiatorName?: string | undefined;
}
export interface ISCSIVolumeSource extends JsonObject {
    targetPortal?: string | undefined;
    iqn?: string | undefined;
    lun?: number | undefined;
    iscsiInterface?: string | undefined;
    fsType?: string | undefined;
    readOnly?: boolean | undefined;
    portals?: string[] | undefined;
    chapAuthDiscovery?: boolean | undefined;
    secretRef?: LocalObjectReference | undefined;
    chapAuthSession?: boolean | undefined;
    initiatorName?: string | undefined;
}
export interface ImageVolumeSource extends JsonObject {
    reference?: string | undefined;
    pullPolicy?: string | undefined;
}
export interface KeyToPath extends JsonObject {
    key?: string | undefined;
    path?: string | undefined;
    mode?: number | undefined;
}
export interface Lifecycle extends JsonObject {
    postStart?: LifecycleHandler | undefined;
    preStop?: LifecycleHandler | undefined;
    stopSignal?: string | undefined;
}
export interface LifecycleHandler extends JsonObject {
    exec?: ExecAction | undefined;
    httpGet?: HTTPGetAction | undefined;
    tcpSocket?: TCPSocketAction | undefined;
    sleep?: SleepAction | undefined;
}
export interface LimitRange extends ApiObject {
    spec?: LimitRangeSpec | undefined;
}
export interface LimitRangeItem extends JsonObject {
    type?: string | undefined;
    max?: {
        [key: string]: string;
    } | undefined;
    min?: {
        [key: string]: string;
    } | undefined;
    default?: {
        [key: string]: string;
    } | undefined;
    defaultRequest?: {
        [key: string]: string;
    } | undefined;
    maxLimitRequestRatio?: {
        [key: string]: string;
    } | undefined;
}
export interface LimitRangeList extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: LimitRange[] | null | undefined;
}
export interface LimitRangeSpec extends JsonObject {
    limits?: LimitRangeItem[] | null | undefined;
}
export interface LinuxContainerUser extends JsonObject {
    uid?: number | undefined;
    gid?: number | undefined;
    supplementalGroups?: number[] | undefined;
}
export interface List extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: JsonObject[] | undefined;
}
export interface LoadBalancerIngress extends JsonObject {
    ip?: string | undefined;
    hostname?: string | undefined;
    ipMode?: string | undefined;
    ports?: PortStatus[] | undefined;
}
export interface LoadBalancerStatus extends JsonObject {
    ingress?: LoadBalancerIngress[] | undefined;
}
export interface LocalObjectReference extends JsonObject {
    name?: string | undefined;
}
export interface LocalVolumeSource extends JsonObject {
    path?: string | undefined;
    fsType?: string | undefined;
}
export interface ModifyVolumeStatus extends JsonObject {
    targetVolumeAttributesClassName?: string | undefined;
    status?: string | undefined;
}
export interface NFSVolumeSource extends JsonObject {
    server?: string | undefined;
    path?: string | undefined;
    readOnly?: boolean | undefined;
}
export interface Namespace extends ApiObject {
    spec?: NamespaceSpec | undefined;
    status?: NamespaceStatus | undefined;
}
export interface NamespaceCondition extends JsonObject {
    type?: string | undefined;
    status?: string | undefined;
    lastTransitionTime?: string | undefined;
    reason?: string | undefined;
    message?: string | undefined;
}
export interface NamespaceList extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: Namespace[] | null | undefined;
}
export interface NamespaceSpec extends JsonObject {
    finalizers?: string[] | undefined;
}
export interface NamespaceStatus extends JsonObject {
    phase?: string | undefined;
    conditions?: NamespaceCondition[] | undefined;
}
export interface Node extends ApiObject {
    spec?: NodeSpec | undefined;
    status?: NodeStatus | undefined;
}
export interface NodeAddress extends JsonObject {
    type?: string | undefined;
    address?: string | undefined;
}
export interface NodeAffinity extends JsonObject {
    requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector | undefined;
    preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[] | undefined;
}
export interface NodeCondition extends JsonObject {
    type?: string | undefined;
    status?: string | undefined;
    lastHeartbeatTime?: string | undefined;
    lastTransitionTime?: string | undefined;
    reason?: string | undefined;
    message?: string | undefined;
}
export interface NodeConfigSource extends JsonObject {
    configMap?: ConfigMapNodeConfigSource | undefined;
}
export interface NodeConfigStatus extends JsonObject {
    assigned?: NodeConfigSource | undefined;
    active?: NodeConfigSource | undefined;
    lastKnownGood?: NodeConfigSource | undefined;
    error?: string | undefined;
}
export interface NodeDaemonEndpoints extends JsonObject {
    kubeletEndpoint?: DaemonEndpoint | undefined;
}
export interface NodeFeatures extends JsonObject {
    supplementalGroupsPolicy?: boolean | undefined;
}
export interface NodeList extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: Node[] | null | undefined;
}
export interface NodeProxyOptions extends JsonObject {
    path?: string | undefined;
}
export interface NodeRuntimeHandler extends JsonObject {
    name?: string | undefined;
    features?: NodeRuntimeHandlerFeatures | undefined;
}
export interface NodeRuntimeHandlerFeatures extends JsonObject {
    recursiveReadOnlyMounts?: boolean | undefined;
    userNamespaces?: boolean | undefined;
}
export interface NodeSelector extends JsonObject {
    nodeSelectorTerms?: NodeSelectorTerm[] | null | undefined;
}
export interface NodeSelectorRequirement extends JsonObject {
    key?: string | undefined;
    operator?: string | undefined;
    values?: string[] | undefined;
}
export interface NodeSelectorTerm extends JsonObject {
    matchExpressions?: NodeSelectorRequirement[] | undefined;
    matchFields?: NodeSelectorRequirement[] | undefined;
}
export interface NodeSpec extends JsonObject {
    podCIDR?: string | undefined;
    externalID?: string | undefined;
    providerID?: string | undefined;
    unschedulable?: boolean | undefined;
    taints?: Taint[] | undefined;
    configSource?: NodeConfigSource | undefined;
    podCIDRs?: string[] | undefined;
}
export interface NodeStatus extends JsonObject {
    capacity?: {
        [key: string]: string;
    } | undefined;
    allocatable?: {
        [key: string]: string;
    } | undefined;
    phase?: string | undefined;
    conditions?: NodeCondition[] | undefined;
    addresses?: NodeAddress[] | undefined;
    daemonEndpoints?: NodeDaemonEndpoints | undefined;
    nodeInfo?: NodeSystemInfo | undefined;
    images?: ContainerImage[] | undefined;
    volumesInUse?: string[] | undefined;
    volumesAttached?: AttachedVolume[] | undefined;
    config?: NodeConfigStatus | undefined;
    runtimeHandlers?: NodeRuntimeHandler[] | undefined;
    features?: NodeFeatures | undefined;
}
export interface NodeSwapStatus extends JsonObject {
    capacity?: number | undefined;
}
export interface NodeSystemInfo extends JsonObject {
    machineID?: string | undefined;
    systemUUID?: string | undefined;
    bootID?: string | undefined;
    kernelVersion?: string | undefined;
    osImage?: string | undefined;
    containerRuntimeVersion?: string | undefined;
    kubeletVersion?: string | undefined;
    kubeProxyVersion?: string | undefined;
    operatingSystem?: string | undefined;
    architecture?: string | undefined;
    swap?: NodeSwapStatus | undefined;
}
export interface ObjectFieldSelector extends JsonObject {
    apiVersion?: string | undefined;
    fieldPath?: string | undefined;
}
export interface ObjectReference extends JsonObject {
    kind?: string | undefined;
    namespace?: string | undefined;
    name?: string | undefined;
    uid?: string | undefined;
    apiVersion?: string | undefined;
    resourceVersion?: string | undefined;
    fieldPath?: string | undefined;
}
export interface PersistentVolume extends ApiObject {
    spec?: PersistentVolumeSpec | undefined;
    status?: PersistentVolumeStatus | undefined;
}
export interface PersistentVolumeClaim extends ApiObject {
    spec?: PersistentVolumeClaimSpec | undefined;
    status?: PersistentVolumeClaimStatus | undefined;
}
export interface PersistentVolumeClaimCondition extends JsonObject {
    type?: string | undefined;
    status?: string | undefined;
    lastProbeTime?: string | undefined;
    lastTransitionTime?: string | undefined;
    reason?: string | undefined;
    message?: string | undefined;
}
export interface PersistentVolumeClaimList extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: PersistentVolumeClaim[] | null | undefined;
}
export interface PersistentVolumeClaimSpec extends JsonObject {
    accessModes?: string[] | undefined;
    resources?: VolumeResourceRequirements | undefined;
    volumeName?: string | undefined;
    selector?: LabelSelector | undefined;
    storageClassName?: string | undefined;
    volumeMode?: string | undefined;
    dataSource?: TypedLocalObjectReference | undefined;
    dataSourceRef?: TypedObjectReference | undefined;
    volumeAttributesClassName?: string | undefined;
}
export interface PersistentVolumeClaimStatus extends JsonObject {
    phase?: string | undefined;
    accessModes?: string[] | undefined;
    capacity?: {
        [key: string]: string;
    } | undefined;
    conditions?: PersistentVolumeClaimCondition[] | undefined;
    allocatedResources?: {
        [key: string]: string;
    } | undefined;
    allocatedResourceStatuses?: {
        [key: string]: string;
    } | undefined;
    currentVolumeAttributesClassName?: string | undefined;
    modifyVolumeStatus?: ModifyVolumeStatus | undefined;
}
export interface PersistentVolumeClaimTemplate extends JsonObject {
    metadata?: ObjectMeta | undefined;
    spec?: PersistentVolumeClaimSpec | undefined;
}
export interface PersistentVolumeClaimVolumeSource extends JsonObject {
    claimName?: string | undefined;
    readOnly?: boolean | undefined;
}
export interface PersistentVolumeList extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: PersistentVolume[] | null | undefined;
}
export interface PersistentVolumeSource extends JsonObject {
    gcePersistentDisk?: GCEPersistentDiskVolumeSource | undefined;
    awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource | undefined;
    hostPath?: HostPathVolumeSource | undefined;
    glusterfs?: GlusterfsPersistentVolumeSource | undefined;
    nfs?: NFSVolumeSource | undefined;
    rbd?: RBDPersistentVolumeSource | undefined;
    iscsi?: ISCSIPersistentVolumeSource | undefined;
    cinder?: CinderPersistentVolumeSource | undefined;
    cephfs?: CephFSPersistentVolumeSource | undefined;
    fc?: FCVolumeSource | undefined;
    flocker?: FlockerVolumeSource | undefined;
    flexVolume?: FlexPersistentVolumeSource | undefined;
    azureFile?: AzureFilePersistentVolumeSource | undefined;
    vsphereVolume?: VsphereVirtualDiskVolumeSource | undefined;
    quobyte?: QuobyteVolumeSource | undefined;
    azureDisk?: AzureDiskVolumeSource | undefined;
    photonPersistentDisk?: PhotonPersistentDiskVolumeSource | undefined;
    portworxVolume?: PortworxVolumeSource | undefined;
    scaleIO?: ScaleIOPersistentVolumeSource | undefined;
    local?: LocalVolumeSource | undefined;
    storageos?: StorageOSPersistentVolumeSource | undefined;
    csi?: CSIPersistentVolumeSource | undefined;
}
export interface PersistentVolumeSpec extends JsonObject, PersistentVolumeSource {
    capacity?: {
        [key: string]: string;
    } | undefined;
    accessModes?: string[] | undefined;
    claimRef?: ObjectReference | undefined;
    persistentVolumeReclaimPolicy?: string | undefined;
    storageClassName?: string | undefined;
    mountOptions?: string[] | undefined;
    volumeMode?: string | undefined;
    nodeAffinity?: VolumeNodeAffinity | undefined;
    volumeAttributesClassName?: string | undefined;
}
export interface PersistentVolumeStatus extends JsonObject {
    phase?: string | undefined;
    message?: string | undefined;
    reason?: string | undefined;
    lastPhaseTransitionTime?: string | undefined;
}
export interface PhotonPersistentDiskVolumeSource extends JsonObject {
    pdID?: string | undefined;
    fsType?: string | undefined;
}
export interface Pod extends ApiObject {
    spec?: PodSpec | undefined;
    status?: PodStatus | undefined;
}
export interface PodAffinity extends JsonObject {
    requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[] | undefined;
    preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[] | undefined;
}
export interface PodAffinityTerm extends JsonObject {
    labelSelector?: LabelSelector | undefined;
    namespaces?: string[] | undefined;
    topologyKey?: string | undefined;
    namespaceSelector?: LabelSelector | undefined;
    matchLabelKeys?: string[] | undefined;
    mismatchLabelKeys?: string[] | undefined;
}
export interface PodAntiAffinity extends JsonObject {
    requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[] | undefined;
    preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[] | undefined;
}
export interface PodAttachOptions extends JsonObject {
    stdin?: boolean | undefined;
    stdout?: boolean | undefined;
    stderr?: boolean | undefined;
    tty?: boolean | undefined;
    container?: string | undefined;
}
export interface PodCertificateProjection extends JsonObject {
    signerName?: string | undefined;
    keyType?: string | undefined;
    maxExpirationSeconds?: number | undefined;
    credentialBundlePath?: string | undefined;
    keyPath?: string | undefined;
    certificateChainPath?: string | undefined;
}
export interface PodCondition extends JsonObject {
    type?: string | undefined;
    status?: string | undefined;
    lastProbeTime?: string | undefined;
    lastTransitionTime?: string | undefined;
    reason?: string | undefined;
    message?: string | undefined;
    observedGeneration?: number | undefined;
}
export interface PodDNSConfig extends JsonObject {
    nameservers?: string[] | undefined;
    searches?: string[] | undefined;
    options?: PodDNSConfigOption[] | undefined;
}
export interface PodDNSConfigOption extends JsonObject {
    name?: string | undefined;
    value?: string | undefined;
}
export interface PodExecOptions extends JsonObject {
    stdin?: boolean | undefined;
    stdout?: boolean | undefined;
    stderr?: boolean | undefined;
    tty?: boolean | undefined;
    container?: string | undefined;
    command?: string[] | undefined;
}
export interface PodExtendedResourceClaimStatus extends JsonObject {
    requestMappings?: ContainerExtendedResourceRequest[] | null | undefined;
    resourceClaimName?: string | undefined;
}
export interface PodIP extends JsonObject {
    ip?: string | undefined;
}
export interface PodList extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: Pod[] | null | undefined;
}
export interface PodLogOptions extends JsonObject {
    container?: string | undefined;
    follow?: boolean | undefined;
    previous?: boolean | undefined;
    sinceSeconds?: number | undefined;
    sinceTime?: string | undefined;
    timestamps?: boolean | undefined;
    tailLines?: number | undefined;
    limitBytes?: number | undefined;
    insecureSkipTLSVerifyBackend?: boolean | undefined;
    stream?: string | undefined;
}
export interface PodOS extends JsonObject {
    name?: string | undefined;
}
export interface PodPortForwardOptions extends JsonObject {
    ports?: number[] | undefined;
}
export interface PodProxyOptions extends JsonObject {
    path?: string | undefined;
}
export interface PodReadinessGate extends JsonObject {
    conditionType?: string | undefined;
}
export interface PodResourceClaim extends JsonObject {
    name?: string | undefined;
    resourceClaimName?: string | undefined;
    resourceClaimTemplateName?: string | undefined;
}
export interface PodResourceClaimStatus extends JsonObject {
    name?: string | undefined;
    resourceClaimName?: string | undefined;
}
export interface PodSchedulingGate extends JsonObject {
    name?: string | undefined;
}
export interface PodSecurityContext extends JsonObject {
    seLinuxOptions?: SELinuxOptions | undefined;
    runAsUser?: number | undefined;
    runAsNonRoot?: boolean | undefined;
    supplementalGroups?: number[] | undefined;
    fsGroup?: number | undefined;
    runAsGroup?: number | undefined;
    sysctls?: Sysctl[] | undefined;
    windowsOptions?: WindowsSecurityContextOptions | undefined;
    fsGroupChangePolicy?: string | undefined;
    seccompProfile?: SeccompProfile | undefined;
    appArmorProfile?: AppArmorProfile | undefined;
    supplementalGroupsPolicy?: string | undefined;
    seLinuxChangePolicy?: string | undefined;
}
export interface PodSpec extends JsonObject {
    volumes?: Volume[] | undefined;
    containers?: Container[] | null | undefined;
    restartPolicy?: string | undefined;
    terminationGracePeriodSeconds?: number | undefined;
    activeDeadlineSeconds?: number | undefined;
    dnsPolicy?: string | undefined;
    nodeSelector?: {
        [key: string]: string;
    } | undefined;
    serviceAccountName?: string | undefined;
    serviceAccount?: string | undefined;
    nodeName?: string | undefined;
    hostNetwork?: boolean | undefined;
    hostPID?: boolean | undefined;
    hostIPC?: boolean | undefined;
    securityContext?: PodSecurityContext | undefined;
    imagePullSecrets?: LocalObjectReference[] | undefined;
    hostname?: string | undefined;
    subdomain?: string | undefined;
    affinity?: Affinity | undefined;
    schedulerName?: string | undefined;
    initContainers?: Container[] | undefined;
    automountServiceAccountToken?: boolean | undefined;
    tolerations?: Toleration[] | undefined;
    hostAliases?: HostAlias[] | undefined;
    priorityClassName?: string | undefined;
    priority?: number | undefined;
    dnsConfig?: PodDNSConfig | undefined;
    shareProcessNamespace?: boolean | undefined;
    readinessGates?: PodReadinessGate[] | undefined;
    runtimeClassName?: string | undefined;
    enableServiceLinks?: boolean | undefined;
    preemptionPolicy?: string | undefined;
    overhead?: {
        [key: string]: string;
    } | undefined;
    topologySpreadConstraints?: TopologySpreadConstraint[] | undefined;
    ephemeralContainers?: EphemeralContainer[] | undefined;
    setHostnameAsFQDN?: boolean | undefined;
    os?: PodOS | undefined;
    hostUsers?: boolean | undefined;
    schedulingGates?: PodSchedulingGate[] | undefined;
    resourceClaims?: PodResourceClaim[] | undefined;
    resources?: ResourceRequirements | undefined;
    hostnameOverride?: string | undefined;
}
export interface PodStatus extends JsonObject {
    phase?: string | undefined;
    conditions?: PodCondition[] | undefined;
    message?: string | undefined;
    reason?: string | undefined;
    hostIP?: string | undefined;
    podIP?: string | undefined;
    startTime?: string | undefined;
    containerStatuses?: ContainerStatus[] | undefined;
    qosClass?: string | undefined;
    initContainerStatuses?: ContainerStatus[] | undefined;
    nominatedNodeName?: string | undefined;
    podIPs?: PodIP[] | undefined;
    ephemeralContainerStatuses?: ContainerStatus[] | undefined;
    resize?: string | undefined;
    resourceClaimStatuses?: PodResourceClaimStatus[] | undefined;
    hostIPs?: HostIP[] | undefined;
    observedGeneration?: number | undefined;
    extendedResourceClaimStatus?: PodExtendedResourceClaimStatus | undefined;
}
export interface PodStatusResult extends ApiObject {
    status?: PodStatus | undefined;
}
export interface PodTemplate extends ApiObject {
    template?: PodTemplateSpec | undefined;
}
export interface PodTemplateList extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: PodTemplate[] | null | undefined;
}
export interface PodTemplateSpec extends JsonObject {
    metadata?: ObjectMeta | undefined;
    spec?: PodSpec | undefined;
}
export interface PortStatus extends JsonObject {
    port?: number | undefined;
    protocol?: string | undefined;
    error?: string | undefined;
}
export interface PortworxVolumeSource extends JsonObject {
    volumeID?: string | undefined;
    fsType?: string | undefined;
    readOnly?: boolean | undefined;
}
export interface PreferredSchedulingTerm extends JsonObject {
    weight?: number | undefined;
    preference?: NodeSelectorTerm | undefined;
}
export interface Probe extends JsonObject, ProbeHandler {
    initialDelaySeconds?: number | undefined;
    timeoutSeconds?: number | undefined;
    periodSeconds?: number | undefined;
    successThreshold?: number | undefined;
    failureThreshold?: number | undefined;
    terminationGracePeriodSeconds?: number | undefined;
}
export interface ProbeHandler extends JsonObject {
    exec?: ExecAction | undefined;
    httpGet?: HTTPGetAction | undefined;
    tcpSocket?: TCPSocketAction | undefined;
    grpc?: GRPCAction | undefined;
}
export interface ProjectedVolumeSource extends JsonObject {
    sources?: VolumeProjection[] | undefined;
    defaultMode?: number | undefined;
}
export interface QuobyteVolumeSource extends JsonObject {
    registry?: string | undefined;
    volume?: string | undefined;
    readOnly?: boolean | undefined;
    user?: string | undefined;
    group?: string | undefined;
    tenant?: string | undefined;
}
export interface RBDPersistentVolumeSource extends JsonObject {
    monitors?: string[] | null | undefined;
    image?: string | undefined;
    fsType?: string | undefined;
    pool?: string | undefined;
    user?: string | undefined;
    keyring?: string | undefined;
    secretRef?: SecretReference | undefined;
    readOnly?: boolean | undefined;
}
export interface RBDVolumeSource extends JsonObject {
    monitors?: string[] | null | undefined;
    image?: string | undefined;
    fsType?: string | undefined;
    pool?: string | undefined;
    user?: string | undefined;
    keyring?: string | undefined;
    secretRef?: LocalObjectReference | undefined;
    readOnly?: boolean | undefined;
}
export interface RangeAllocation extends ApiObject {
    range?: string | undefined;
    data?: string | undefined;
}
export interface ReplicationController extends ApiObject {
    spec?: ReplicationControllerSpec | undefined;
    status?: ReplicationControllerStatus | undefined;
}
export interface ReplicationControllerCondition extends JsonObject {
    type?: string | undefined;
    status?: string | undefined;
    lastTransitionTime?: string | undefined;
    reason?: string | undefined;
    message?: string | undefined;
}
export interface ReplicationControllerList extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: ReplicationController[] | null | undefined;
}
export interface ReplicationControllerSpec extends JsonObject {
    replicas?: number | undefined;
    selector?: {
        [key: string]: string;
    } | undefined;
    template?: PodTemplateSpec | undefined;
    minReadySeconds?: number | undefined;
}
export interface ReplicationControllerStatus extends JsonObject {
    replicas?: number | undefined;
    fullyLabeledReplicas?: number | undefined;
    observedGeneration?: number | undefined;
    readyReplicas?: number | undefined;
    availableReplicas?: number | undefined;
    conditions?: ReplicationControllerCondition[] | undefined;
}
export interface ResourceClaim extends JsonObject {
    name?: string | undefined;
    request?: string | undefined;
}
export interface ResourceFieldSelector extends JsonObject {
    containerName?: string | undefined;
    resource?: string | undefined;
    divisor?: string | undefined;
}
export interface ResourceHealth extends JsonObject {
    resourceID?: string | undefined;
    health?: string | undefined;
}
export interface ResourceQuota extends ApiObject {
    spec?: ResourceQuotaSpec | undefined;
    status?: ResourceQuotaStatus | undefined;
}
export interface ResourceQuotaList extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: ResourceQuota[] | null | undefined;
}
export interface ResourceQuotaSpec extends JsonObject {
    hard?: {
        [key: string]: string;
    } | undefined;
    scopes?: string[] | undefined;
    scopeSelector?: ScopeSelector | undefined;
}
export interface ResourceQuotaStatus extends JsonObject {
    hard?: {
        [key: string]: string;
    } | undefined;
    used?: {
        [key: string]: string;
    } | undefined;
}
export interface ResourceRequirements extends JsonObject {
    limits?: {
        [key: string]: string;
    } | undefined;
    requests?: {
        [key: string]: string;
    } | undefined;
    claims?: ResourceClaim[] | undefined;
}
export interface ResourceStatus extends JsonObject {
    name?: string | undefined;
    resources?: ResourceHealth[] | undefined;
}
export interface SELinuxOptions extends JsonObject {
    user?: string | undefined;
    role?: string | undefined;
    type?: string | undefined;
    level?: string | undefined;
}
export interface ScaleIOPersistentVolumeSource extends JsonObject {
    gateway?: string | undefined;
    system?: string | undefined;
    secretRef?: SecretReference | undefined;
    sslEnabled?: boolean | undefined;
    protectionDomain?: string | undefined;
    storagePool?: string | undefined;
    storageMode?: string | undefined;
    volumeName?: string | undefined;
    fsType?: string | undefined;
    readOnly?: boolean | undefined;
}
export interface ScaleIOVolumeSource extends JsonObject {
    gateway?: string | undefined;
    system?: string | undefined;
    secretRef?: LocalObjectReference | undefined;
    sslEnabled?: boolean | undefined;
    protectionDomain?: string | undefined;
    storagePool?: string | undefined;
    storageMode?: string | undefined;
    volumeName?: string | undefined;
    fsType?: string | undefined;
    readOnly?: boolean | undefined;
}
export interface ScopeSelector extends JsonObject {
    matchExpressions?: ScopedResourceSelectorRequirement[] | undefined;
}
export interface ScopedResourceSelectorRequirement extends JsonObject {
    scopeName?: string | undefined;
    operator?: string | undefined;
    values?: string[] | undefined;
}
export interface SeccompProfile extends JsonObject {
    type?: string | undefined;
    localhostProfile?: string | undefined;
}
export interface Secret extends ApiObject {
    data?: {
        [key: string]: string;
    } | undefined;
    type?: string | undefined;
    stringData?: {
        [key: string]: string;
    } | undefined;
    immutable?: boolean | undefined;
}
export interface SecretEnvSource extends JsonObject, LocalObjectReference {
    optional?: boolean | undefined;
}
export interface SecretKeySelector extends JsonObject, LocalObjectReference {
    key?: string | undefined;
    optional?: boolean | undefined;
}
export interface SecretList extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: Secret[] | null | undefined;
}
export interface SecretProjection extends JsonObject, LocalObjectReference {
    items?: KeyToPath[] | undefined;
    optional?: boolean | undefined;
}
export interface SecretReference extends JsonObject {
    name?: string | undefined;
    namespace?: string | undefined;
}
export interface SecretVolumeSource extends JsonObject {
    secretName?: string | undefined;
    items?: KeyToPath[] | undefined;
    defaultMode?: number | undefined;
    optional?: boolean | undefined;
}
export interface SecurityContext extends JsonObject {
    capabilities?: Capabilities | undefined;
    privileged?: boolean | undefined;
    seLinuxOptions?: SELinuxOptions | undefined;
    runAsUser?: number | undefined;
    runAsNonRoot?: boolean | undefined;
    readOnlyRootFilesystem?: boolean | undefined;
    allowPrivilegeEscalation?: boolean | undefined;
    runAsGroup?: number | undefined;
    procMount?: string | undefined;
    windowsOptions?: WindowsSecurityContextOptions | undefined;
    seccompProfile?: SeccompProfile | undefined;
    appArmorProfile?: AppArmorProfile | undefined;
}
export interface SerializedReference extends JsonObject {
    reference?: ObjectReference | undefined;
}
export interface Service extends ApiObject {
    spec?: ServiceSpec | undefined;
    status?: ServiceStatus | undefined;
}
export interface ServiceAccount extends ApiObject {
    secrets?: ObjectReference[] | undefined;
    imagePullSecrets?: LocalObjectReference[] | undefined;
    automountServiceAccountToken?: boolean | undefined;
}
export interface ServiceAccountList extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: ServiceAccount[] | null | undefined;
}
export interface ServiceAccountTokenProjection extends JsonObject {
    audience?: string | undefined;
    expirationSeconds?: number | undefined;
    path?: string | undefined;
}
export interface ServiceList extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: Service[] | null | undefined;
}
export interface ServicePort extends JsonObject {
    name?: string | undefined;
    protocol?: string | undefined;
    port?: number | undefined;
    targetPort?: number | string | undefined;
    nodePort?: number | undefined;
    appProtocol?: string | undefined;
}
export interface ServiceProxyOptions extends JsonObject {
    path?: string | undefined;
}
export interface ServiceSpec extends JsonObject {
    ports?: ServicePort[] | undefined;
    selector?: {
        [key: string]: string;
    } | undefined;
    clusterIP?: string | undefined;
    type?: string | undefined;
    externalIPs?: string[] | undefined;
    sessionAffinity?: string | undefined;
    loadBalancerIP?: string | undefined;
    loadBalancerSourceRanges?: string[] | undefined;
    externalName?: string | undefined;
    externalTrafficPolicy?: string | undefined;
    healthCheckNodePort?: number | undefined;
    publishNotReadyAddresses?: boolean | undefined;
    sessionAffinityConfig?: SessionAffinityConfig | undefined;
    ipFamilyPolicy?: string | undefined;
    clusterIPs?: string[] | undefined;
    ipFamilies?: string[] | undefined;
    allocateLoadBalancerNodePorts?: boolean | undefined;
    loadBalancerClass?: string | undefined;
    internalTrafficPolicy?: string | undefined;
    trafficDistribution?: string | undefined;
}
export interface ServiceStatus extends JsonObject {
    loadBalancer?: LoadBalancerStatus | undefined;
    conditions?: Condition[] | undefined;
}
export interface SessionAffinityConfig extends JsonObject {
    clientIP?: ClientIPConfig | undefined;
}
export interface SleepAction extends JsonObject {
    seconds?: number | undefined;
}
export interface StorageOSPersistentVolumeSource extends JsonObject {
    volumeName?: string | undefined;
    volumeNamespace?: string | undefined;
    fsType?: string | undefined;
    readOnly?: boolean | undefined;
    secretRef?: ObjectReference | undefined;
}
export interface StorageOSVolumeSource extends JsonObject {
    volumeName?: string | undefined;
    volumeNamespace?: string | undefined;
    fsType?: string | undefined;
    readOnly?: boolean | undefined;
    secretRef?: LocalObjectReference | undefined;
}
export interface Sysctl extends JsonObject {
    name?: string | undefined;
    value?: string | undefined;
}
export interface TCPSocketAction extends JsonObject {
    port?: number | string | undefined;
    host?: string | undefined;
}
export interface Taint extends JsonObject {
    key?: string | undefined;
    value?: string | undefined;
    effect?: string | undefined;
    timeAdded?: string | undefined;
}
export interface Toleration extends JsonObject {
    key?: string | undefined;
    operator?: string | undefined;
    value?: string | undefined;
    effect?: string | undefined;
    tolerationSeconds?: number | undefined;
}
export interface TopologySelectorLabelRequirement extends JsonObject {
    key?: string | undefined;
    values?: string[] | null | undefined;
}
export interface TopologySelectorTerm extends JsonObject {
    matchLabelExpressions?: TopologySelectorLabelRequirement[] | undefined;
}
export interface TopologySpreadConstraint extends JsonObject {
    maxSkew?: number | undefined;
    topologyKey?: string | undefined;
    whenUnsatisfiable?: string | undefined;
    labelSelector?: LabelSelector | undefined;
    minDomains?: number | undefined;
    nodeAffinityPolicy?: string | undefined;
    nodeTaintsPolicy?: string | undefined;
    matchLabelKeys?: string[] | undefined;
}
export interface TypedLocalObjectReference extends JsonObject {
    apiGroup?: string | undefined;
    kind?: string | undefined;
    name?: string | undefined;
}
export interface TypedObjectReference extends JsonObject {
    apiGroup?: string | undefined;
    kind?: string | undefined;
    name?: string | undefined;
    namespace?: string | undefined;
}
export interface Volume extends JsonObject, VolumeSource {
    name?: string | undefined;
}
export interface VolumeDevice extends JsonObject {
    name?: string | undefined;
    devicePath?: string | undefined;
}
export interface VolumeMount extends JsonObject {
    name?: string | undefined;
    readOnly?: boolean | undefined;
    mountPath?: string | undefined;
    subPath?: string | undefined;
    mountPropagation?: string | undefined;
    subPathExpr?: string | undefined;
    recursiveReadOnly?: string | undefined;
}
export interface VolumeMountStatus extends JsonObject {
    name?: string | undefined;
    mountPath?: string | undefined;
    readOnly?: boolean | undefined;
    recursiveReadOnly?: string | undefined;
}
export interface VolumeNodeAffinity extends JsonObject {
    required?: NodeSelector | undefined;
}
export interface VolumeProjection extends JsonObject {
    secret?: SecretProjection | undefined;
    downwardAPI?: DownwardAPIProjection | undefined;
    configMap?: ConfigMapProjection | undefined;
    serviceAccountToken?: ServiceAccountTokenProjection | undefined;
    clusterTrustBundle?: ClusterTrustBundleProjection | undefined;
    podCertificate?: PodCertificateProjection | undefined;
}
export interface VolumeResourceRequirements extends JsonObject {
    limits?: {
        [key: string]: string;
    } | undefined;
    requests?: {
        [key: string]: string;
    } | undefined;
}
export interface VolumeSource extends JsonObject {
    hostPath?: HostPathVolumeSource | undefined;
    emptyDir?: EmptyDirVolumeSource | undefined;
    gcePersistentDisk?: GCEPersistentDiskVolumeSource | undefined;
    awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource | undefined;
    gitRepo?: GitRepoVolumeSource | undefined;
    secret?: SecretVolumeSource | undefined;
    nfs?: NFSVolumeSource | undefined;
    iscsi?: ISCSIVolumeSource | undefined;
    glusterfs?: GlusterfsVolumeSource | undefined;
    persistentVolumeClaim?: PersistentVolumeClaimVolumeSource | undefined;
    rbd?: RBDVolumeSource | undefined;
    flexVolume?: FlexVolumeSource | undefined;
    cinder?: CinderVolumeSource | undefined;
    cephfs?: CephFSVolumeSource | undefined;
    flocker?: FlockerVolumeSource | undefined;
    downwardAPI?: DownwardAPIVolumeSource | undefined;
    fc?: FCVolumeSource | undefined;
    azureFile?: AzureFileVolumeSource | undefined;
    configMap?: ConfigMapVolumeSource | undefined;
    vsphereVolume?: VsphereVirtualDiskVolumeSource | undefined;
    quobyte?: QuobyteVolumeSource | undefined;
    azureDisk?: AzureDiskVolumeSource | undefined;
    photonPersistentDisk?: PhotonPersistentDiskVolumeSource | undefined;
    portworxVolume?: PortworxVolumeSource | undefined;
    scaleIO?: ScaleIOVolumeSource | undefined;
    projected?: ProjectedVolumeSource | undefined;
    storageos?: StorageOSVolumeSource | undefined;
    csi?: CSIVolumeSource | undefined;
    ephemeral?: EphemeralVolumeSource | undefined;
    image?: ImageVolumeSource | undefined;
}
export interface VsphereVirtualDiskVolumeSource extends JsonObject {
    volumePath?: string | undefined;
    fsType?: string | undefined;
    storagePolicyName?: string | undefined;
    storagePolicyID?: string | undefined;
}
export interface WeightedPodAffinityTerm extends JsonObject {
    weight?: number | undefined;
    podAffinityTerm?: PodAffinityTerm | undefined;
}
export interface WindowsSecurityContextOptions extends JsonObject {
    gmsaCredentialSpecName?: string | undefined;
    gmsaCredentialSpec?: string | undefined;
    runAsUserName?: string | undefined;
    hostProcess?: boolean | undefined;
}
