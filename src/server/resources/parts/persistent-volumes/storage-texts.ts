import { own } from '#api/json.ts'
import type { ObjectMeta } from '#api/object-meta.ts'

/** What came before `storageClassName`; it still overrules it. */
export const storageClassAnnotation = 'volume.beta.orch.io/storage-class'

const abbreviations = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const

/** `RWO,ROX` and such, each once. */
export const accessModesText = (modes: readonly string[] | undefined): string =>
  abbreviations
    .filter(([mode]) => (modes ?? []).includes(mode))
    .map(([, text]) => text)
    .join(',')

export const storageClassText = ({ annotations }: ObjectMeta, className: string | undefined): string =>
  own(annotations, storageClassAnnotation) ?? className ?? ''

/** Sorted, as messages list them. */
export const accessModes: readonly string[] = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']
export const volumeModes: readonly string[] = ['Block', 'Filesystem']
