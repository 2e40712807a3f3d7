import { type CheckRequest, checkText } from './check-text.ts'

/**
 * Checks texts outside of the main thread: a thousand lines take longer than a frame. Responses have the id of their
 * request.
 */
self.addEventListener('message', ({ data }: MessageEvent<{ readonly id: number; readonly request: CheckRequest }>) => {
  self.postMessage({ id: data.id, checked: checkText(data.request) })
})
