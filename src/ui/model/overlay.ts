import { createOwnedStore, type ReadableStore } from './owned-store.ts'

/** The dialog that floats over the page: at most one at a time, by id. */
export interface Overlay {
  /** `palette`, `keys`, `delete`, `expire`, `reset`, or the id of a sheet of `shell/parts.ts`; `null` for none. */
  readonly open: string | null
  /** The server's message when it refused a request of the page; `''` for none. */
  readonly refusal: string
}

export interface OverlayStore extends ReadableStore<Overlay> {
  /** Opens a dialog and closes the one that was open. */
  open(id: string): void
  close(): void
  /** Shows a refusal at the top of the page until it is dismissed. */
  showRefusal(message: string): void
  dismissRefusal(): void
}

export const createOverlayStore = (): OverlayStore =>
  createOwnedStore<Overlay, Omit<OverlayStore, keyof ReadableStore<Overlay>>>(
    { open: null, refusal: '' },
    ({ setState }) => ({
      open: (id) => setState({ open: id }),
      close: () => setState({ open: null }),
      showRefusal: (refusal) => setState({ refusal }),
      dismissRefusal: () => setState({ refusal: '' }),
    }),
  )
