import { Palette } from '#ui/keyboard/palette.tsx'
import type { LoadPlaces } from '#ui/lab/page/place.ts'

const loadPlaces: LoadPlaces = async (lab) => (await import('./palette-places.ts')).palettePlaces(lab)

/** The palette, which also finds what the other rooms have. [KB10] */
export const PagePalette = () => <Palette loadPlaces={loadPlaces} />
