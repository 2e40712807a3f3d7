import { createOwnedStore, type ReadableStore } from './owned-store.ts'
import { readSaved, save } from './saved.ts'

export type Region = 'objects' | 'inspector' | 'dock'

/** Sizes (in pixels) and folds of the regions. Saved in the browser. */
export interface LayoutState {
  readonly objects: number
  readonly inspector: number
  readonly dock: number
  readonly folded: Readonly<Record<Region, boolean>>
  /** Id of the open dock tab. */
  readonly dockTab: string
  /** Id of the open work tab. */
  readonly workTab: string
  /** The state of each bench, by the id of its tab, as the address contains it. Not saved. [RA5] */
  readonly benches: Readonly<Record<string, string>>
  readonly density: 'normal' | 'roomy'
  /** The region that floats over the others on a narrow page. Not saved. */
  readonly drawer: Region | null
}

interface LayoutVerbs {
  setSize(region: Region, size: number): void
  resetSize(region: Region): void
  toggleFold(region: Region): void
  setFolded(region: Region, isFolded: boolean): void
  /** Selects a tab of the dock; the dock may stay folded. */
  setDockTab(id: string): void
  /** Opens the dock with this tab. */
  openDock(id: string): void
  setWorkTab(id: string): void
  /** Sets what a bench shows; `''` for its default. */
  setBench(tab: string, text: string): void
  toggleDensity(): void
  openDrawer(region: Region): void
  closeDrawer(): void
  toggleDrawer(region: Region): void
  /** Folds the dock while the window is low, and restores it when the window grows. Not saved. [UI14] */
  setLow(isLow: boolean): void
}

export type LayoutStore = ReadableStore<LayoutState> & LayoutVerbs

/** Minimum and maximum size of a region, in pixels; the work area keeps at least {@link workMin}. */
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
  benches: {},
  density: 'normal',
  drawer: null,
}

/** Clamps the size of a region when `available` pixels are left for it and its neighbour. [UI6] */
export function clampSize(region: Region, size: number, available: number): number {
  const { min, max } = regionBounds[region]
  return Math.round(Math.max(min, Math.min(size, max, available)))
}

/** Creates the store of sizes, folds, tabs and density, which is saved across visits. */
export function createLayoutStore(): LayoutStore {
  const saved: LayoutState = { ...readSaved('layout', defaultLayout), drawer: null, benches: {} }
  /** True if the dock was folded before the window became low; `null` while it is not low. */
  let foldedBefore: boolean | null = null
  const store = createOwnedStore<LayoutState, LayoutVerbs>(saved, ({ setState }) => {
    const setFolded = (region: Region, isFolded: boolean): void =>
      setState(({ folded }) => ({ folded: { ...folded, [region]: isFolded } }))
    return {
      setSize: (region, size) => setState({ [region]: size }),
      resetSize: (region) => setState({ [region]: defaultLayout[region] }),
      toggleFold: (region) => setState(({ folded }) => ({ folded: { ...folded, [region]: !folded[region] } })),
      setFolded,
      setDockTab: (id) => setState({ dockTab: id }),
      openDock: (id) => setState(({ folded }) => ({ dockTab: id, folded: { ...folded, dock: false } })),
      setWorkTab: (id) => setState({ workTab: id }),
      setBench: (tab, text) => setState(({ benches }) => ({ benches: { ...benches, [tab]: text } })),
      toggleDensity: () => setState(({ density }) => ({ density: density === 'normal' ? 'roomy' : 'normal' })),
      openDrawer: (region) => setState({ drawer: region }),
      closeDrawer: () => setState({ drawer: null }),
      toggleDrawer: (region) => setState(({ drawer }) => ({ drawer: drawer === region ? null : region })),
      setLow(isLow) {
        if (isLow === (foldedBefore !== null)) return
        setState(({ folded }) => {
          const dock = isLow ? true : (foldedBefore ?? folded.dock)
          foldedBefore = isLow ? folded.dock : null
          return { folded: { ...folded, dock } }
        })
      },
    }
  })
  store.subscribe((state, before) => {
    if (state === before) return
    const folded = { ...state.folded, dock: foldedBefore ?? state.folded.dock }
    save('layout', { ...state, folded, drawer: null, benches: {} })
  })
  return store
}
