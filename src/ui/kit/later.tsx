import { type ComponentType, lazy, Suspense } from 'react'

/** A component that is loaded when it is first drawn, to keep it out of the page's first load. [PF6] */
export function later(load: () => Promise<ComponentType>): ComponentType {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function Later() {
    return (
      <Suspense fallback={null}>
        <Loaded />
      </Suspense>
    )
  }
}
