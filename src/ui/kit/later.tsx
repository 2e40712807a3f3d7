import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'

/** Code of the page that did not arrive: the connection or the host is down, or a newer build has replaced the file. */
export class NotLoaded extends Error {}

const notLoaded = (error: unknown): NotLoaded =>
  new NotLoaded(error instanceof Error ? error.message : String(error), { cause: error })

/** Puts components that could not be loaded back to their beginning: React remembers a failed load for ever. */
const resets = new Set<() => void>()

/** Asks again for the stylesheets that did not arrive, which `start.ts` of the page marks. [YE7] */
function reloadStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-failed]')) {
    const again = link.cloneNode() as HTMLLinkElement
    delete again.dataset['failed']
    link.replaceWith(again)
  }
}

/** Lets the components that could not be loaded be loaded again when they are next drawn. [YE7] */
export function forgetFailedLoads(): void {
  reloadStyles()
  for (const reset of resets) reset()
  resets.clear()
}

/** A component that is loaded when it is first drawn, under the nearest `Suspense`. [PF6] */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const begin = (): ComponentType<Props> =>
    lazy(async () => {
      reloadStyles()
      try {
        return { default: await load() }
      } catch (error) {
        resets.add(() => (Part = begin()))
        throw notLoaded(error)
      }
    })
  let Part = begin()
  return function Lazily(props: Props) {
    return <Part {...props} />
  }
}

/** A component that can be loaded before it is drawn, so that it is there at once. */
type LaterComponent = ComponentType & { readonly preload: () => Promise<void> }

/**
 * A component that is loaded when it is first drawn, to keep it out of the page's first load. [PF6] React's own `lazy` would
 * leave `fallback` in its place for at least 300 ms, however soon the code is there.
 */
export function later(load: () => Promise<ComponentType>, fallback: ReactNode = null): LaterComponent {
  let loaded: ComponentType | null = null
  const preload = async (): Promise<void> => {
    loaded = await load()
  }
  function Later() {
    // In an object, because a function as state would be called.
    const [shown, setShown] = useState({ Loaded: loaded })
    const [failed, setFailed] = useState<Error | null>(null)
    useEffect(() => {
      if (shown.Loaded !== null) return
      reloadStyles()
      load().then(
        (Loaded) => setShown({ Loaded: (loaded = Loaded) }),
        (error: unknown) => setFailed(notLoaded(error)),
      )
    }, [shown])
    if (failed !== null) throw failed
    return shown.Loaded === null ? fallback : <shown.Loaded />
  }
  return Object.assign(Later, { preload })
}
