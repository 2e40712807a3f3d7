/** Time that the animation of a fade goes on after the fade, unless it is cancelled before. */
const REST_MS = 2000

/**
 * Fades an element from opacity 1 to `to` in `ms`, then takes the animation away, so that the element has the opacity of
 * its style again, and calls `onEnd`. Returns a function that does so at once.
 *
 * The compositor fades the element without the page, but Chromium computes styles in each frame of the last 40 ms of an
 * animation. Therefore the animation lasts longer than the fade, and a timer cancels it before it ends. [PF5]
 */
export function fadeOut(element: Element, ms: number, to = 0, onEnd: () => void = () => undefined): () => void {
  const steps = [{ opacity: 1 }, { opacity: to, offset: ms / (ms + REST_MS) }, { opacity: to }]
  const fade = element.animate(steps, ms + REST_MS)
  const end = (): void => {
    clearTimeout(timer)
    fade.cancel()
    onEnd()
  }
  const timer = setTimeout(end, ms)
  return end
}
