import { bookShopStory, storySeconds } from '#samples/book-shop/story.ts'
import { stuckNamespaceStory, stuckSeconds } from '#samples/stuck-namespace/story.ts'
import { tenThousandSeconds, tenThousandStory } from '#samples/ten-thousand/story.ts'
import { withoutOwn } from './prepared-log.ts'
import { recordStory, type Recording } from './record-story.ts'

/** Records a story without the objects that every server creates for itself. */
async function recordRest(...story: Parameters<typeof recordStory>): Promise<Recording> {
  const { log, report } = await recordStory(...story)
  return { log: withoutOwn(log), report }
}

/** Records the logs of the sample clusters at build time, by the name of their module. [SD3] */
export const recorders: Readonly<Record<string, () => Promise<Recording>>> = {
  'book-shop': () => recordStory(bookShopStory, storySeconds),
  'stuck-namespace': () => recordRest(stuckNamespaceStory, stuckSeconds),
  'ten-thousand': () => recordRest(tenThousandStory, tenThousandSeconds),
}
