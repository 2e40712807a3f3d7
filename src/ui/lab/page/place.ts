import type { IconName } from '#ui/kit/icon.tsx'
import type { Lab } from '#ui/lab/lab.ts'

/** The groups of places, in the palette's order. */
export const placeGroups = ['Lessons', 'Clusters', 'Files', 'Benches'] as const

/** Something that the palette finds by its name although its room or sheet is not open, such as a lesson. [KB10] */
export interface Place {
  readonly id: string
  readonly group: (typeof placeGroups)[number]
  readonly title: string
  readonly note: string
  readonly icon: IconName
  readonly run: (lab: Lab) => void
}

/** Loads the places; the palette asks when it opens. */
export type LoadPlaces = (lab: Lab) => Promise<readonly Place[]>
