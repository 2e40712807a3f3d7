import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { findings } from './axe-findings.ts'
import { request } from './api-page.ts'
import { openLab } from './lab-page.ts'
import { editorOnDemand, test } from './page-test.ts'
import { unreachable } from './reachable.ts'
import { choose } from './work-page.ts'

const builder = (page: Page) => page.getByTestId('lesson-builder')
const bar = (page: Page) => page.getByRole('region', { name: 'Recording' })
const steps = (page: Page) => builder(page).getByRole('navigation', { name: 'Steps' }).getByRole('button')

const goTo = (page: Page, room: string) =>
  page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: room }).click()

interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: string
}

/** Sends a request in the tab Request and waits until the bar counts it. */
async function send(page: Page, { method, path, body }: Sent, count: string): Promise<void> {
  await page.getByLabel('Method', { exact: true }).selectOption(method)
  await page.getByTestId('request-path').fill(path)
  if (body !== undefined) await page.getByRole('textbox', { name: 'Request body' }).fill(body)
  await page.getByTestId('request-send').click()
  await expect(bar(page)).toContainText(count)
}

/** Pastes a text as the browser does: outside of text fields, on the page. */
const pasteText = (page: Page, text: string): Promise<boolean> =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    return document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

/** Drops a file on the list of lessons. */
const dropFile = (page: Page, name: string, text: string): Promise<boolean> =>
  page.getByTestId('lessons-room').evaluate(
    (room, file) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([file.text], file.name))
      return room.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    { name, text },
  )

const settings = '/api/v1/namespaces/shop/configmaps/web-settings'

test('[LSN19] [LSN20] [LSN21] [LSN22] [LSN31] [LSN34] [LSN35] [LSN37] [LSN38] [LSN39] [LSN42] a teacher records three requests, makes a lesson of them, proves it and sends it', async ({
  page,
}) => {
  await openLab(page)
  await goTo(page, 'Lessons')
  await page.getByLabel('Start from').selectOption({ label: 'bookshop' })
  await page.getByRole('button', { name: 'Record my session' }).click()
  await expect(bar(page)).toContainText('0 requests')

  await page.getByRole('tab', { name: 'Request', exact: true }).click()
  await send(page, { method: 'GET', path: settings }, '1 request')
  await send(page, { method: 'PATCH', path: settings, body: '{"data":{"vat":"9"}}' }, '2 requests')
  await send(page, { method: 'DELETE', path: settings }, '3 requests')
  await bar(page).getByRole('button', { name: 'Build it' }).click()
  await expect(steps(page)).toHaveText(['About', '1', '2', '3'])
  expect(await findings(page)).toEqual([])

  // Changes became conditions.
  await steps(page).nth(2).click()
  await expect(builder(page).getByLabel('Words of condition 2')).toHaveValue('`data.vat` of `web-settings` is `9`')
  await builder(page).getByLabel('Title', { exact: true }).fill('Raise the tax')
  const preview = builder(page).getByRole('region', { name: 'Preview' })
  await preview.getByRole('button', { name: 'Put it in the editor' }).click()
  await expect(preview.getByRole('group', { name: "In the learner's editor" })).toContainText(`PATCH ${settings}`)
  await preview.getByRole('radio', { name: '600' }).check({ force: true })
  await expect(preview.getByRole('heading', { name: 'Raise the tax' })).toBeVisible()
  const way = builder(page).getByRole('list', { name: 'The way to a lesson' })
  await expect(way).toContainText('the answers solve every step, to do')
  await builder(page).getByRole('button', { name: 'Run', exact: true }).click()
  await expect(builder(page)).toContainText('It solves itself: 3 steps.')
  await expect(way).toContainText('the answers solve every step, done')
  await expect(builder(page).getByRole('list', { name: 'Expect' })).toContainText('true, cost')

  // A step opens a panel and selects an object of the recording.
  await builder(page).getByRole('radio', { name: 'Revisions' }).check({ force: true })
  await builder(page).getByLabel('and mark').selectOption({ label: 'configmaps/web-settings' })
  await expect(builder(page).getByRole('region', { name: 'Recorded' }).locator('dl')).toContainText('lesson.yaml')

  // A wrong condition is found by the run, at its step.
  const condition = builder(page).getByLabel('CEL of condition 1')
  const right = await condition.inputValue()
  await condition.fill('last.code == 201')
  await page.keyboard.press('Control+Enter')
  await expect(builder(page).getByRole('alert')).toContainText('Step 2: Condition 1, “the answer is `200`”, is false.')
  await condition.fill(right)

  // A fact of the run becomes a condition by itself.
  const conditions = builder(page).getByRole('list', { name: 'Expect' }).getByRole('listitem')
  const before = await conditions.count()
  await builder(page).getByText('Pick what is true then').click()
  await builder(page).getByRole('searchbox', { name: 'Find a fact' }).fill('web-settings there')
  const fact = builder(page).getByRole('button', { name: 'web-settings is there' })
  await fact.click()
  await expect(fact).toHaveAttribute('aria-pressed', 'true')
  await expect(conditions).toHaveCount(before + 1)
  expect(await findings(page)).toEqual([])
  await expect(conditions.last()).toContainText('true, cost')
  await conditions
    .last()
    .getByRole('button', { name: /^Remove/ })
    .click()

  // The draft survives a reload; a request that is not ticked is no step.
  await page.reload()
  await expect(steps(page)).toHaveText(['About', '1', '2', '3'])
  await builder(page)
    .getByRole('checkbox', { name: /DELETE/ })
    .uncheck()
  await expect(steps(page)).toHaveText(['About', '1', '2'])
  // It is offered as a mistake instead.
  await steps(page).nth(2).click()
  const offered = builder(page).getByRole('button', { name: /^DELETE 200/ })
  await offered.click()
  await expect(builder(page).getByLabel('Words to mistake 1')).toHaveValue(/^The answer is `200`/)
  await expect(offered).toHaveCount(0)
  await builder(page).getByRole('button', { name: 'Run', exact: true }).click()
  await expect(builder(page)).toContainText('false after the right answer')
  await expect(builder(page)).toContainText('It solves itself: 2 steps.')
  await steps(page).nth(0).click()
  await builder(page).getByLabel('Title', { exact: true }).fill('A tax is raised')

  // It leaves as a file, and comes back among the lessons.
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    builder(page).getByRole('button', { name: 'Export file' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('a-tax-is-raised.lesson.json')
  for (const width of [390, 600, 900]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await unreachable(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await builder(page).getByRole('button', { name: 'All lessons' }).click()
  // A link that is refused stays in its field.
  const link = page.getByRole('textbox', { name: 'Link to a lesson' })
  await link.fill('#l=lesson-AAAA')
  await link.press('Enter')
  await expect(page.getByRole('region', { name: 'Bring a lesson' })).toContainText('This link holds no lesson')
  await expect(link).toHaveValue('#l=lesson-AAAA')
  // Pasted outside of a text field, the text of the file is a lesson; a mistake in it is named with its place.
  const text = await readFile(await file.path(), 'utf8')
  await pasteText(page, text.replace('minutes: ', 'minutes: x'))
  await expect(page.getByRole('region', { name: 'Bring a lesson' })).toContainText(/lesson\.yaml:\d+:\d+: minutes/)
  // A text that nothing on the page takes is refused in words.
  await pasteText(page, 'Here is my homework')
  await expect(page.getByRole('region', { name: 'Bring a lesson' })).toContainText('What you pasted is no lesson.')
  await pasteText(page, text)
  await page.getByRole('button', { name: 'Remove A tax is raised' }).click()
  // Dropped beside the place for it, it is no import of objects.
  await dropFile(page, 'a-tax-is-raised.lesson.json', text)
  await page.getByRole('button', { name: 'Remove A tax is raised' }).click()
  await dropFile(page, 'objects.yaml', 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: dropped\n')
  await expect(page.getByRole('dialog', { name: 'Import' })).toContainText('1 to be created')
  await page.keyboard.press('Escape')
  await page.getByLabel('or choose a file').setInputFiles(await file.path())
  await page.getByRole('button', { name: 'Start A tax is raised' }).click()
  const lesson = page.locator('[data-region="lesson"]')
  await lesson.getByRole('button', { name: 'Answer', exact: true }).click()
  // The focus moves there once the answer is in the console.
  await expect(page.getByTestId('request-send')).toBeFocused()
  await page.getByTestId('request-send').click()
  await expect(lesson).toContainText('Done.')
})

test('[LSN28] [LSN29] the last requests become a lesson without a recording; its draft goes with its cluster', async ({
  page,
}) => {
  // Monaco may take the body's place while it is filled in.
  await editorOnDemand(page)
  await openLab(page)
  await page.getByRole('tab', { name: 'Request', exact: true }).click()
  await page.getByLabel('Method', { exact: true }).selectOption('PATCH')
  await page.getByTestId('request-path').fill(settings)
  await page.getByRole('textbox', { name: 'Request body' }).fill('{"data":{"vat":"9"}}')
  await page.getByTestId('request-send').click()
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  await goTo(page, 'Lessons')
  await page.getByRole('button', { name: /^From the last/ }).click()
  await expect(steps(page).last()).toHaveAccessibleName(/web-settings/)
  await builder(page).getByRole('button', { name: 'Run', exact: true }).click()
  await expect(builder(page)).toContainText('It solves itself')

  await builder(page).getByRole('button', { name: 'All lessons' }).click()
  await page.getByRole('button', { name: 'Delete My lesson…' }).click()
  await page.getByRole('list', { name: 'Drafts' }).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Drafts' })).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByTestId('lessons-room')).toBeVisible()
  const { body } = await request(page, '/debug/clusters')
  const clusters = body['clusters'] as readonly { readonly title: string; readonly deletedMs?: number }[]
  expect(clusters.filter(({ deletedMs }) => deletedMs === undefined).map(({ title }) => title)).toEqual(['bookshop'])
})

test('[LSN24] [LSN27] [LSN33] lesson.yaml in the Config room marks a mistake at its place, and opens in the builder once it is mended', async ({
  page,
}) => {
  await openLab(page)
  await goTo(page, 'Config')
  await page.getByRole('button', { name: 'lesson.yaml' }).click()
  const file = page.getByTestId('lesson-file')
  await expect(file).toContainText('No problems: 1 step.')
  await file.getByLabel('Read').selectOption({ label: 'First write' })
  await expect(file).toContainText('No problems: 4 steps.')
  const minutes = file.locator('.view-line', { hasText: /^minutes:/ })
  await minutes.click()
  await page.keyboard.press('End')
  await page.keyboard.type('x')
  await expect(file).toContainText('1 problem')
  await expect(file).toContainText('lesson.yaml:4:10: minutes: must be a whole number from 1 to 999')
  await expect(file.locator('.squiggly-error').first()).toBeVisible()
  await expect(file.getByRole('button', { name: 'Open in the builder' })).toBeDisabled()
  await page.keyboard.press('Backspace')
  await expect(file).toContainText('No problems: 4 steps.')
  await file.getByRole('button', { name: 'Open in the builder' }).click()
  await expect(steps(page)).toHaveText(['About', '1', '2', '3', '4'])
  await expect(builder(page).getByRole('heading', { name: /First write/ })).toBeVisible()
  await builder(page).getByRole('button', { name: 'Run', exact: true }).click()
  await expect(builder(page)).toContainText('It solves itself: 4 steps.')
  await builder(page).getByRole('button', { name: 'Play it as a learner' }).click()
  const lesson = page.locator('[data-region="lesson"]')
  await expect(lesson.getByRole('button', { name: 'Answer', exact: true })).toBeVisible()
})

test('[LSN19] [LSN39] [DEL1] the question before a deletion is no request of a recording; the way says which words are missing and goes there', async ({
  page,
}) => {
  await openLab(page)
  await goTo(page, 'Lessons')
  await page.getByRole('button', { name: 'Record my session' }).click()
  await expect(bar(page)).toContainText('0 requests')
  await choose(page, 'ConfigMap/web-settings')
  await page.getByTestId('yaml-delete').click()
  const sheet = page.getByRole('dialog', { name: 'Delete' })
  await expect(sheet).toContainText('Dry run: the server would accept it.')
  await sheet.getByTestId('delete-confirm').click()
  // The recording reads what a request changed before it counts it: a dry run before this one would be counted by now.
  await expect(bar(page)).toContainText('1 request')
  await bar(page).getByRole('button', { name: 'Build it' }).click()
  await expect(steps(page)).toHaveText(['About', '1'])
  await expect(builder(page).getByRole('checkbox', { name: /^DELETE/ })).toHaveCount(1)

  // No button of the bar moves to where "Build it" was clicked.
  await expect(bar(page).getByRole('button')).toHaveCount(0)
  const way = builder(page).getByRole('list', { name: 'The way to a lesson' })
  await expect(way).toContainText('A title, a line about it and the words before the first step, to do')
  await way.getByRole('button', { name: 'Write them' }).click()
  const title = builder(page).getByLabel('Title', { exact: true })
  await expect(title).toBeFocused()
  // The words that a draft begins with are selected, so that typing replaces them.
  await page.keyboard.type('Close the settings')
  await expect(title).toHaveValue('Close the settings')
  await builder(page).getByLabel('Before the first step').fill('A shop can do without settings.')
  await expect(way).toContainText('A line about it, to do')
  await way.getByRole('button', { name: 'Write them' }).click()
  await expect(builder(page).getByLabel('About', { exact: true })).toBeFocused()
  await page.keyboard.type('One deletion, one revision')
  await expect(way).toContainText('A title, a line about it and the words before the first step, done')
})
