import type { HostStatusStore } from '#facts/host-status.ts'
import type { FirstDrawing } from '#ui/model/frame.ts'

/** Maximum wait for the server before the page is drawn without facts and objects, in milliseconds. */
export const EMPTY_AFTER_MS = 1500

/** Reports whether the server cannot be read, so that the page has to say why. */
const isInTrouble = ({ storage, stopped }: ReturnType<HostStatusStore['getState']>): boolean =>
  'message' in storage || stopped !== null

/**
 * Calls `draw` once: with the first facts and objects, because a page that was drawn without them would be drawn anew at
 * once. Where the server is in trouble or does not answer in time, calls it without them; they are drawn later. [PF2]
 */
export function createFirstDrawing(
  host: Pick<HostStatusStore, 'getState' | 'subscribe'>,
  draw: () => void,
): FirstDrawing {
  let isDrawn = false
  const drawOnce = (): void => {
    if (isDrawn) return
    isDrawn = true
    clearTimeout(late)
    stopWatching()
    draw()
  }
  const look = (): void => {
    if (isInTrouble(host.getState())) drawOnce()
  }
  const late = setTimeout(drawOnce, EMPTY_AFTER_MS)
  const stopWatching = host.subscribe(look)
  look()
  return (run, otherwise) => {
    if (isDrawn) return otherwise(run)
    run()
    drawOnce()
  }
}
