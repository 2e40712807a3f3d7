import { type RefObject, useEffect, useState } from 'react'

/** Distance from the view at which a row begins to draw, so that scrolling shows no gap. */
const MARGIN = '132px'

/** Reports whether an element is in view, or near it. True until that is known. */
export function useInView(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(true)
  useEffect(() => {
    if (element.current === null) return undefined
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? true), {
      rootMargin: MARGIN,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInView
}
