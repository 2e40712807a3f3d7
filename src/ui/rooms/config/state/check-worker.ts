import { type CheckRequest, checkText } from './check-text.ts'

/** Checks texts beside the page: a thousand lines take longer than a frame. Answers carry the number of the question. */
self.addEventListener('message', ({ data }: MessageEvent<{ readonly id: number; readonly request: CheckRequest }>) => {
  self.postMessage({ id: data.id, checked: checkText(data.request) })
})
