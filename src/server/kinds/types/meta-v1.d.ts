import type { Json, JsonObject } from '#api/json.ts';
export interface APIGroup extends JsonObject {
    name?: string | undefined;
    versions?: GroupVersionForDiscovery[] | null | undefined;
    preferredVersion?: GroupVersionForDiscovery | undefined;
    serverAddressByClientCIDRs?: ServerAddressByClientCIDR[] | undefined;
}
export interface APIGroupList extends JsonObject {
    groups?: APIGroup[] | null | undefined;
}
export interface APIResource extends JsonObject {
    name?: string | undefined;
    namespaced?: boolean | undefined;
    kind?: string | undefined;
    verbs?: string[] | null | undefined;
    shortNames?: string[] | undefined;
    singularName?: string | undefined;
    categories?: string[] | undefined;
    group?: string | undefined;
    version?: string | undefined;
    storageVersionHash?: string | undefined;
}
export interface APIResourceList extends JsonObject {
    groupVersion?: string | undefined;
    resources?: APIResource[] | null | undefined;
}
export interface APIVersions extends JsonObject {
    versions?: string[] | null | undefined;
    serverAddressByClientCIDRs?: ServerAddressByClientCIDR[] | null | undefined;
}
export interface Condition extends JsonObject {
    type?: string | undefined;
    status?: string | undefined;
    observedGeneration?: number | undefined;
    lastTransitionTime?: string | undefined;
    reason?: string | undefined;
    message?: string | undefined;
}
export interface CreateOptions extends JsonObject {
    dryRun?: string[] | undefined;
    fieldManager?: string | undefined;
    fieldValidation?: string | undefined;
}
export interface DeleteOptions extends JsonObject {
    gracePeriodSeconds?: number | undefined;
    preconditions?: Preconditions | undefined;
    orphanDependents?: boolean | undefined;
    propagationPolicy?: string | undefined;
    dryRun?: string[] | undefined;
    ignoreStoreReadErrorWithClusterBreakingPotential?: boolean | undefined;
}
export interface FieldSelectorRequirement extends JsonObject {
    key?: string | undefined;
    operator?: string | undefined;
    values?: string[] | undefined;
}
export interface GetOptions extends JsonObject {
    resourceVersion?: string | undefined;
}
export interface GroupVersionForDiscovery extends JsonObject {
    groupVersion?: string | undefined;
    version?: string | undefined;
}
export interface LabelSelector extends JsonObject {
    matchLabels?: {
        [key: string]: string;
    } | undefined;
    matchExpressions?: LabelSelectorRequirement[] | undefined;
}
export interface LabelSelectorRequirement extends JsonObject {
    key?: string | undefined;
    operator?: string | undefined;
    values?: string[] | undefined;
}
export interface ListMeta extends JsonObject {
    selfLink?: string | undefined;
    resourceVersion?: string | undefined;
    continue?: string | undefined;
    remainingItemCount?: number | undefined;
}
export interface ListOptions extends JsonObject {
    labelSelector?: string | undefined;
    fieldSelector?: string | undefined;
    watch?: boolean | undefined;
    resourceVersion?: string | undefined;
    timeoutSeconds?: number | undefined;
    limit?: number | undefined;
    continue?: string | undefined;
    allowWatchBookmarks?: boolean | undefined;
    resourceVersionMatch?: string | undefined;
    sendInitialEvents?: boolean | undefined;
}
export interface ManagedFieldsEntry extends JsonObject {
    manager?: string | undefined;
    operation?: string | undefined;
    apiVersion?: string | undefined;
    time?: string | undefined;
    fieldsType?: string | undefined;
    fieldsV1?: JsonObject | undefined;
    subresource?: string | undefined;
}
export interface ObjectMeta extends JsonObject {
    name?: string | undefined;
    generateName?: string | undefined;
    namespace?: string | undefined;
    selfLink?: string | undefined;
    uid?: string | undefined;
    resourceVersion?: string | undefined;
    generation?: number | undefined;
    creationTimestamp?: string | undefined;
    deletionTimestamp?: string | undefined;
    deletionGracePeriodSeconds?: number | undefined;
    labels?: {
        [key: string]: string;
    } | undefined;
    annotations?: {
        [key: string]: string;
    } | undefined;
    ownerReferences?: OwnerReference[] | undefined;
    finalizers?: string[] | undefined;
    managedFields?: ManagedFieldsEntry[] | undefined;
}
export interface OwnerReference extends JsonObject {
    kind?: string | undefined;
    name?: string | undefined;
    uid?: string | undefined;
    apiVersion?: string | undefined;
    controller?: boolean | undefined;
    blockOwnerDeletion?: boolean | undefined;
}
export interface PartialObjectMetadata extends JsonObject {
    metadata?: ObjectMeta | undefined;
}
export interface PartialObjectMetadataList extends JsonObject {
    metadata?: ListMeta | undefined;
    items?: PartialObjectMetadata[] | undefined;
}
export interface PatchOptions extends JsonObject {
    dryRun?: string[] | undefined;
    force?: boolean | undefined;
    fieldManager?: string | undefined;
    fieldValidation?: string | undefined;
}
export interface Preconditions extends JsonObject {
    uid?: string | undefined;
    resourceVersion?: string | undefined;
}
export interface ServerAddressByClientCIDR extends JsonObject {
    clientCIDR?: string | undefined;
    serverAddress?: string | undefined;
}
export interface Status extends JsonObject {
    metadata?: ListMeta | undefined;
    status?: string | undefined;
    message?: string | undefined;
    reason?: string | undefined;
    details?: StatusDetails | undefined;
    code?: number | undefined;
}
export interface StatusCause extends JsonObject {
    reason?: string | undefined;
    message?: string | undefined;
    field?: string | undefined;
}
export interface StatusDetails extends JsonObject {
    name?: string | undefined;
    group?: string | undefined;
    kind?: string | undefined;
    causes?: StatusCause[] | undefined;
    retryAfterSeconds?: number | undefined;
    uid?: string | undefined;
}
export interface Table extends JsonObject {
    metadata?: ListMeta | undefined;
    columnDefinitions?: TableColumnDefinition[] | undefined;
    rows?: TableRow[] | undefined;
}
export interface TableColumnDefinition extends JsonObject {
    name?: string | undefined;
    type?: string | undefined;
    format?: string | undefined;
    description?: string | undefined;
    priority?: number | undefined;
}
export interface TableOptions extends JsonObject {
    includeObject?: string | undefined;
}
export interface TableRow extends JsonObject {
    cells?: Json[] | undefined;
    conditions?: TableRowCondition[] | undefined;
    object?: JsonObject | undefined;
}
export interface TableRowCondition extends JsonObject {
    type?: string | undefined;
    status?: string | undefined;
    reason?: string | undefined;
    message?: string | undefined;
}
export interface TypeMeta extends JsonObject {
    kind?: string | undefined;
    apiVersion?: string | undefined;
}
export interface UpdateOptions extends JsonObject {
    dryRun?: string[] | undefined;
    fieldManager?: string | undefined;
    fieldValidation?: string | undefined;
}
export interface WatchEvent extends JsonObject {
    type?: string | undefined;
    object?: JsonObject | undefined;
}
