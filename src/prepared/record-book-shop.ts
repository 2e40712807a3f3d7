import { bookShopStory, storySeconds } from '#samples/book-shop/story.ts'
import { recordStory, type Recording } from './record-story.ts'

/** Records the log of the sample cluster at build time. [SD3] */
export const recordBookShop = (): Promise<Recording> => recordStory(bookShopStory, storySeconds)
