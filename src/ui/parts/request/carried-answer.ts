import type { Answer } from '#ui/exchange/answer.ts'
import { takeSaved } from '#ui/model/saved.ts'

export const CARRIED_ANSWER_KEY = 'answer'

const none: Answer = { type: 'none' }

/** Returns the answer that was carried to this page; later pages show none. [MC10] */
export const carriedAnswer = (): Answer => takeSaved<Answer>(CARRIED_ANSWER_KEY, none)
