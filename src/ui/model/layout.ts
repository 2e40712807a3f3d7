import { createStore, type StoreApi } from 'zustand/vanilla'
import { readSaved, save } from './saved.ts'

export type Region = 'objects' | 'inspector' | 'dock'

/** Sizes and folds of the regions; remembered. Pixels. */
export interface LayoutState {
  readonly objects: number
  readonly inspector: number
  readonly dock: number
  readonly folded: Readonly<Record<Region, boolean>>
  /** Id of the dock tab and of the work tab that are open. */
  readonly dockTab: string
  readonly workTab: string
  readonly density: 'normal' | 'roomy'
  /** Which region floats over the others on a narrow page; never remembered. */
  readonly drawer: Region | null
}

export type LayoutStore = StoreApi<LayoutState>

/** Smallest and largest size of a region, in pixels; the work area keeps at least {@link workMin}. */
export const regionBounds: Readonly<Record<Region, { readonly min: number; readonly max: number }>> = {
  objects: { min: 240, max: 560 },
  inspector: { min: 280, max: 640 },
  dock: { min: 120, max: 640 },
}
export const workMin = 320

export const defaultLayout: LayoutState = {
  objects: 288,
  inspector: 360,
  dock: 232,
  folded: { objects: false, inspector: false, dock: false },
  dockTab: 'revisions',
  workTab: 'yaml',
  density: 'normal',
  drawer: null,
}

/** The size a region may take when `available` pixels are left for it and its neighbour. [UI6] */
export function clampSize(region: Region, size: number, available: number): number {
  const { min, max } = regionBounds[region]
  return Math.round(Math.max(min, Math.min(size, max, available)))
}

/** Remembers sizes, folds, tabs and density across visits. */
export function createLayoutStore(): LayoutStore {
  const store = createStore<LayoutState>(() => ({ ...readSaved('layout', defaultLayout), drawer: null }))
  store.subscribe((state, before) => {
    if (state !== before) save('layout', { ...state, drawer: null })
  })
  return store
}

/** Folds or opens a region. */
export const toggleFold = (store: LayoutStore, region: Region): void =>
  store.setState(({ folded }) => ({ folded: { ...folded, [region]: !folded[region] } }))
