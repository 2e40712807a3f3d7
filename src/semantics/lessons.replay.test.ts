import { describe, expect, test } from 'vitest'
import { readCatalogue } from '#lesson/catalogue.ts'
import { makeMistake, playThrough } from '#lesson/test-lesson.ts'
import { lessonFolders } from '#lessons/all-lessons.ts'
import { lessonServers } from '#node/lessons/lesson-server.ts'

const { lessons } = readCatalogue(lessonFolders())
const start = lessonServers()
const byId = (id: string) => lessons.find((lesson) => lesson.id === id)

describe.each(lessons)('lesson $id', (lesson) => {
  const trial = { lesson, byId, start }

  test('[LSN7] its answers make each step true, within par', async () => {
    await expect(playThrough(trial)).resolves.toMatchObject({ requests: expect.any(Number) })
  })

  const mistakes = lesson.steps.flatMap((step, at) => step.wrong.map(({ when }, wrong) => ({ at, wrong, when })))
  if (mistakes.length > 0)
    test.each(mistakes)(
      '[LSN8] [LSN13] the mistake "$when" in step $at is noticed and does not pass',
      async ({ at, wrong }) => {
        await expect(makeMistake(trial, at, wrong)).resolves.toBeUndefined()
      },
    )
})
