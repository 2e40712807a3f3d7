import { admin } from '#samples/book-shop/cast.ts'
import { create, type Step } from '#samples/step.ts'

/** Duration of the story in seconds. */
export const tenThousandSeconds = 60

/** Number of ConfigMaps that the sample contains. */
export const copyCount = 10_000
/** The recorded ConfigMap, of which the others are copies. */
export const originalName = 'item-00000'
export const copyName = (index: number): string => `item-${String(index).padStart(5, '0')}`

/** A namespace and one ConfigMap. Its copies are made when the sample is loaded, so that the page stays small. [SD6] */
export const tenThousandStory: readonly Step[] = [
  { ...create(admin, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'load' } }), at: 0 } as Step,
  {
    ...create(admin, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: originalName, namespace: 'load', labels: { purpose: 'load' } },
      data: { colour: 'green' },
    }),
    at: 1,
  } as Step,
]
