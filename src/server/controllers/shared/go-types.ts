/**
 * The structures of pod templates and ports as a controller in Go holds them: their fields in order, each with its type. `Name=json`
 * names a field whose JSON name does not follow from its own; `+Name` is a structure whose fields are members of the outer
 * one in JSON. A type that is not listed, and is none of Go's, is a text.
 */
const structures = `
PodTemplateSpec: +ObjectMeta=metadata, Spec PodSpec
ObjectMeta: Name string, GenerateName string, Namespace string, SelfLink string, UID types.UID, ResourceVersion string,
  Generation int64, CreationTimestamp Time, DeletionTimestamp *Time, DeletionGracePeriodSeconds *int64,
  Labels map[string]string, Annotations map[string]string, OwnerReferences []OwnerReference, Finalizers []string,
  ManagedFields []ManagedFieldsEntry
PodSpec: Volumes []Volume, InitContainers []Container, Containers []Container, EphemeralContainers []EphemeralContainer,
  RestartPolicy RestartPolicy, TerminationGracePeriodSeconds *int64, ActiveDeadlineSeconds *int64, DNSPolicy DNSPolicy,
  NodeSelector map[string]string, ServiceAccountName string, DeprecatedServiceAccount=serviceAccount string,
  AutomountServiceAccountToken *bool, NodeName string, HostNetwork bool, HostPID bool, HostIPC bool,
  ShareProcessNamespace *bool, SecurityContext *PodSecurityContext, ImagePullSecrets []LocalObjectReference,
  Hostname string, Subdomain string, Affinity *Affinity, SchedulerName string, Tolerations []Toleration,
  HostAliases []HostAlias, PriorityClassName string, Priority *int32, DNSConfig *PodDNSConfig,
  ReadinessGates []PodReadinessGate, RuntimeClassName *string, EnableServiceLinks *bool,
  PreemptionPolicy *PreemptionPolicy, Overhead ResourceList, TopologySpreadConstraints []TopologySpreadConstraint,
  SetHostnameAsFQDN *bool, OS *PodOS, HostUsers *bool, SchedulingGates []PodSchedulingGate,
  ResourceClaims []PodResourceClaim, Resources *ResourceRequirements, HostnameOverride *string
Container: Name string, Image string, Command []string, Args []string, WorkingDir string, Ports []ContainerPort,
  EnvFrom []EnvFromSource, Env []EnvVar, Resources ResourceRequirements, ResizePolicy []ContainerResizePolicy,
  RestartPolicy *ContainerRestartPolicy, RestartPolicyRules []ContainerRestartRule, VolumeMounts []VolumeMount,
  VolumeDevices []VolumeDevice, LivenessProbe *Probe, ReadinessProbe *Probe, StartupProbe *Probe, Lifecycle *Lifecycle,
  TerminationMessagePath string, TerminationMessagePolicy TerminationMessagePolicy, ImagePullPolicy PullPolicy,
  SecurityContext *SecurityContext, Stdin bool, StdinOnce bool, TTY bool
ContainerPort: Name string, HostPort int32, ContainerPort int32, Protocol Protocol, HostIP string
EnvFromSource: Prefix string, ConfigMapRef *ConfigMapEnvSource, SecretRef *SecretEnvSource
ConfigMapEnvSource: +LocalObjectReference, Optional *bool
SecretEnvSource: +LocalObjectReference, Optional *bool
LocalObjectReference: Name string
EnvVar: Name string, Value string, ValueFrom *EnvVarSource
EnvVarSource: FieldRef *ObjectFieldSelector, ResourceFieldRef *ResourceFieldSelector,
  ConfigMapKeyRef *ConfigMapKeySelector, SecretKeyRef *SecretKeySelector, FileKeyRef *FileKeySelector
ObjectFieldSelector: APIVersion string, FieldPath string
ResourceFieldSelector: ContainerName string, Resource string, Divisor resource.Quantity
ConfigMapKeySelector: +LocalObjectReference, Key string, Optional *bool
SecretKeySelector: +LocalObjectReference, Key string, Optional *bool
FileKeySelector: VolumeName string, Path string, Key string, Optional *bool
ResourceRequirements: Limits ResourceList, Requests ResourceList, Claims []ResourceClaim
ResourceClaim: Name string, Request string
ContainerResizePolicy: ResourceName ResourceName, RestartPolicy ResourceResizeRestartPolicy
ContainerRestartRule: Action ContainerRestartRuleAction, ExitCodes *ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes: Operator ContainerRestartRuleOnExitCodesOperator, Values []int32
VolumeMount: Name string, ReadOnly bool, RecursiveReadOnly *RecursiveReadOnlyMode, MountPath string, SubPath string,
  MountPropagation *MountPropagationMode, SubPathExpr string
VolumeDevice: Name string, DevicePath string
Probe: +ProbeHandler, InitialDelaySeconds int32, TimeoutSeconds int32, PeriodSeconds int32, SuccessThreshold int32,
  FailureThreshold int32, TerminationGracePeriodSeconds *int64
ProbeHandler: Exec *ExecAction, HTTPGet *HTTPGetAction, TCPSocket *TCPSocketAction, GRPC *GRPCAction
ExecAction: Command []string
HTTPGetAction: Path string, Port intstr.IntOrString, Host string, Scheme URIScheme, HTTPHeaders []HTTPHeader
HTTPHeader: Name string, Value string
TCPSocketAction: Port intstr.IntOrString, Host string
GRPCAction: Port int32, Service *string
Lifecycle: PostStart *LifecycleHandler, PreStop *LifecycleHandler, StopSignal *Signal
LifecycleHandler: Exec *ExecAction, HTTPGet *HTTPGetAction, TCPSocket *TCPSocketAction, Sleep *SleepAction
SleepAction: Seconds int64
SecurityContext: Capabilities *Capabilities, Privileged *bool, SELinuxOptions *SELinuxOptions,
  WindowsOptions *WindowsSecurityContextOptions, RunAsUser *int64, RunAsGroup *int64, RunAsNonRoot *bool,
  ReadOnlyRootFilesystem *bool, AllowPrivilegeEscalation *bool, ProcMount *ProcMountType,
  SeccompProfile *SeccompProfile, AppArmorProfile *AppArmorProfile
Capabilities: Add []Capability, Drop []Capability
SELinuxOptions: User string, Role string, Type string, Level string
WindowsSecurityContextOptions: GMSACredentialSpecName *string, GMSACredentialSpec *string, RunAsUserName *string,
  HostProcess *bool
SeccompProfile: Type SeccompProfileType, LocalhostProfile *string
AppArmorProfile: Type AppArmorProfileType, LocalhostProfile *string
PodSecurityContext: SELinuxOptions *SELinuxOptions, WindowsOptions *WindowsSecurityContextOptions, RunAsUser *int64,
  RunAsGroup *int64, RunAsNonRoot *bool, SupplementalGroups []int64,
  SupplementalGroupsPolicy *SupplementalGroupsPolicy, FSGroup *int64, Sysctls []Sysctl,
  FSGroupChangePolicy *PodFSGroupChangePolicy, SeccompProfile *SeccompProfile, AppArmorProfile *AppArmorProfile,
  SELinuxChangePolicy *PodSELinuxChangePolicy
Sysctl: Name string, Value string
Affinity: NodeAffinity *NodeAffinity, PodAffinity *PodAffinity, PodAntiAffinity *PodAntiAffinity
NodeAffinity: RequiredDuringSchedulingIgnoredDuringExecution *NodeSelector,
  PreferredDuringSchedulingIgnoredDuringExecution []PreferredSchedulingTerm
NodeSelector: NodeSelectorTerms []NodeSelectorTerm
NodeSelectorTerm: MatchExpressions []NodeSelectorRequirement, MatchFields []NodeSelectorRequirement
NodeSelectorRequirement: Key string, Operator NodeSelectorOperator, Values []string
PreferredSchedulingTerm: Weight int32, Preference NodeSelectorTerm
PodAffinity: RequiredDuringSchedulingIgnoredDuringExecution []PodAffinityTerm,
  PreferredDuringSchedulingIgnoredDuringExecution []WeightedPodAffinityTerm
PodAntiAffinity: RequiredDuringSchedulingIgnoredDuringExecution []PodAffinityTerm,
  PreferredDuringSchedulingIgnoredDuringExecution []WeightedPodAffinityTerm
WeightedPodAffinityTerm: Weight int32, PodAffinityTerm PodAffinityTerm
PodAffinityTerm: LabelSelector *LabelSelector, Namespaces []string, TopologyKey string,
  NamespaceSelector *LabelSelector, MatchLabelKeys []string, MismatchLabelKeys []string
LabelSelector: MatchLabels map[string]string, MatchExpressions []LabelSelectorRequirement
LabelSelectorRequirement: Key string, Operator LabelSelectorOperator, Values []string
Toleration: Key string, Operator TolerationOperator, Value string, Effect TaintEffect, TolerationSeconds *int64
HostAlias: IP string, Hostnames []string
PodDNSConfig: Nameservers []string, Searches []string, Options []PodDNSConfigOption
PodDNSConfigOption: Name string, Value *string
PodReadinessGate: ConditionType PodConditionType
TopologySpreadConstraint: MaxSkew int32, TopologyKey string, WhenUnsatisfiable UnsatisfiableConstraintAction,
  LabelSelector *LabelSelector, MinDomains *int32, NodeAffinityPolicy *NodeInclusionPolicy,
  NodeTaintsPolicy *NodeInclusionPolicy, MatchLabelKeys []string
PodOS: Name OSName
PodSchedulingGate: Name string
PodResourceClaim: Name string, ResourceClaimName *string, ResourceClaimTemplateName *string
Volume: Name string, +VolumeSource
VolumeSource: HostPath *HostPathVolumeSource, EmptyDir *EmptyDirVolumeSource,
  GCEPersistentDisk *GCEPersistentDiskVolumeSource, AWSElasticBlockStore *AWSElasticBlockStoreVolumeSource,
  GitRepo *GitRepoVolumeSource, Secret *SecretVolumeSource, NFS *NFSVolumeSource, ISCSI *ISCSIVolumeSource,
  Glusterfs *GlusterfsVolumeSource, PersistentVolumeClaim *PersistentVolumeClaimVolumeSource, RBD *RBDVolumeSource,
  FlexVolume *FlexVolumeSource, Cinder *CinderVolumeSource, CephFS=cephfs *CephFSVolumeSource,
  Flocker *FlockerVolumeSource, DownwardAPI *DownwardAPIVolumeSource, FC *FCVolumeSource,
  AzureFile *AzureFileVolumeSource, ConfigMap *ConfigMapVolumeSource, VsphereVolume *VsphereVirtualDiskVolumeSource,
  Quobyte *QuobyteVolumeSource, AzureDisk *AzureDiskVolumeSource,
  PhotonPersistentDisk *PhotonPersistentDiskVolumeSource, Projected *ProjectedVolumeSource,
  PortworxVolume *PortworxVolumeSource, ScaleIO *ScaleIOVolumeSource, StorageOS=storageos *StorageOSVolumeSource,
  CSI *CSIVolumeSource, Ephemeral *EphemeralVolumeSource, Image *ImageVolumeSource
HostPathVolumeSource: Path string, Type *HostPathType
EmptyDirVolumeSource: Medium StorageMedium, SizeLimit *resource.Quantity
SecretVolumeSource: SecretName string, Items []KeyToPath, DefaultMode *int32, Optional *bool
ConfigMapVolumeSource: +LocalObjectReference, Items []KeyToPath, DefaultMode *int32, Optional *bool
KeyToPath: Key string, Path string, Mode *int32
NFSVolumeSource: Server string, Path string, ReadOnly bool
PersistentVolumeClaimVolumeSource: ClaimName string, ReadOnly bool
DownwardAPIVolumeSource: Items []DownwardAPIVolumeFile, DefaultMode *int32
DownwardAPIVolumeFile: Path string, FieldRef *ObjectFieldSelector, ResourceFieldRef *ResourceFieldSelector, Mode *int32
ProjectedVolumeSource: Sources []VolumeProjection, DefaultMode *int32
VolumeProjection: Secret *SecretProjection, DownwardAPI *DownwardAPIProjection, ConfigMap *ConfigMapProjection,
  ServiceAccountToken *ServiceAccountTokenProjection, ClusterTrustBundle *ClusterTrustBundleProjection,
  PodCertificate *PodCertificateProjection
SecretProjection: +LocalObjectReference, Items []KeyToPath, Optional *bool
ConfigMapProjection: +LocalObjectReference, Items []KeyToPath, Optional *bool
DownwardAPIProjection: Items []DownwardAPIVolumeFile
ServiceAccountTokenProjection: Audience string, ExpirationSeconds *int64, Path string
CSIVolumeSource: Driver string, ReadOnly *bool, FSType *string, VolumeAttributes map[string]string,
  NodePublishSecretRef *LocalObjectReference
EphemeralVolumeSource: VolumeClaimTemplate *PersistentVolumeClaimTemplate
PersistentVolumeClaimTemplate: +ObjectMeta=metadata, Spec PersistentVolumeClaimSpec
PersistentVolumeClaimSpec: AccessModes []PersistentVolumeAccessMode, Selector *LabelSelector,
  Resources VolumeResourceRequirements, VolumeName string, StorageClassName *string, VolumeMode *PersistentVolumeMode,
  DataSource *TypedLocalObjectReference, DataSourceRef *TypedObjectReference, VolumeAttributesClassName *string
VolumeResourceRequirements: Limits ResourceList, Requests ResourceList
TypedLocalObjectReference: APIGroup *string, Kind string, Name string
TypedObjectReference: APIGroup *string, Kind string, Name string, Namespace *string
ImageVolumeSource: Reference string, PullPolicy PullPolicy
EndpointPort: Name string, Port int32, Protocol Protocol, AppProtocol *string
`

/** A field of a structure. */
interface GoField {
  readonly name: string
  readonly type: string
  /** Its name in JSON; '' if its own fields are members of the outer object. */
  readonly json: string
}

/** `DNSPolicy` is `dnsPolicy` in JSON. */
const jsonName = (name: string): string =>
  name.replace(/^[A-Z]+(?![a-z])|^[A-Z]+(?=[A-Z][a-z])|^[A-Z]/, (start) => start.toLowerCase())

function fieldOf(text: string): GoField {
  const [named = '', type] = text.trim().split(' ')
  const isEmbedded = named.startsWith('+')
  const [name = '', json] = named.replace('+', '').split('=')
  return { name, type: type ?? name, json: json ?? (isEmbedded ? '' : jsonName(name)) }
}

let known: ReadonlyMap<string, readonly GoField[]> | null = null

/** The fields of each structure. */
export const goStructures = (): ReadonlyMap<string, readonly GoField[]> => (known ??= readStructures())

function readStructures(): ReadonlyMap<string, readonly GoField[]> {
  const lines = structures.replaceAll('\n  ', ' ').trim().split('\n')
  return new Map(
    lines.map((line) => {
      const [name = '', fields = ''] = line.split(': ')
      return [name, fields.split(',').map(fieldOf)]
    }),
  )
}
