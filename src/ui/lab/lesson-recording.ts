import { lessonHere } from './lesson-progress.ts'
import { readSaved, saveFor } from '#ui/model/saved.ts'

const KEY = 'lesson-recording'

/** Returns the id of the lesson that is recorded on the cluster of this tab; `''` for none. [LSN19] */
export const recordingHere = (): string => readSaved(KEY, { draft: '' }).draft

/** Says which lesson is recorded on a cluster; `''` for none any more. */
export const recordOn = (cluster: string, draft: string): void => saveFor(cluster, KEY, { draft })

/** True in a cluster of a lesson that is played or recorded: welcome and tour stay away there. */
export const isLedByLesson = (): boolean => lessonHere() !== undefined || recordingHere() !== ''
