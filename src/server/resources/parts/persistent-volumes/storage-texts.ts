import { own } from '#api/json.ts'
import type { ObjectMeta } from '#api/object-meta.ts'

/** The annotation that preceded `storageClassName` and still overrides it. */
export const storageClassAnnotation = 'volume.beta.orch.io/storage-class'

const abbreviations = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const

/** Formats access modes as `RWO,ROX`, each once. */
export const accessModesText = (modes: readonly string[] | undefined): string =>
  abbreviations
    .filter(([mode]) => (modes ?? []).includes(mode))
    .map(([, text]) => text)
    .join(',')

export const storageClassText = ({ annotations }: ObjectMeta, className: string | undefined): string =>
  own(annotations, storageClassAnnotation) ?? className ?? ''

/** The supported access modes, sorted as messages list them. */
export const accessModes: readonly string[] = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']
export const volumeModes: readonly string[] = ['Block', 'Filesystem']
