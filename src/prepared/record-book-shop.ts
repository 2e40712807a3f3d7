import { bookShopStory, storySeconds } from '#samples/book-shop/story.ts'
import { recordStory, type Recording } from './record-story.ts'

/** The log of the sample cluster, as the build of the page records it. [SD3] */
export const recordBookShop = (): Promise<Recording> => recordStory(bookShopStory, storySeconds)
