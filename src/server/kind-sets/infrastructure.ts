import { claimResize } from '#server/admission/plugins/claim-resize.ts'
import { defaultStorageClass } from '#server/admission/plugins/default-storage-class.ts'
import { storageObjectProtection } from '#server/admission/plugins/storage-object-protection.ts'
import { taintNodes } from '#server/admission/plugins/taint-nodes.ts'
import { infrastructure as definitions } from '#server/resources/sets/infrastructure.ts'
import type { KindSet } from './kind-set.ts'
import { makeNodeRestriction, makePriority } from './shared-plugins.ts'

export const infrastructure: KindSet = {
  definitions,
  plugins: [
    makeNodeRestriction,
    () => taintNodes,
    makePriority,
    () => defaultStorageClass,
    () => storageObjectProtection,
    () => claimResize,
  ],
}
