import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { findings } from './axe-findings.ts'
import { goByKeys, openLab } from './lab-page.ts'
import { test } from './page-test.ts'
import { unreachable } from './reachable.ts'

// A demo waits where motion is reduced.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const column = (page: Page) => page.locator('[data-region="lesson"]')
const checks = (page: Page) => column(page).getByRole('list', { name: 'Checks' }).getByRole('listitem')
const press = (page: Page, name: string) => column(page).getByRole('button', { name, exact: true }).press('Enter')

async function openLessons(page: Page): Promise<void> {
  await openLab(page)
  await goByKeys(page, 'e', page.getByTestId('lessons-room'))
}

/** Puts the answer into the editor, which focuses its Send button, and presses that. */
async function sendAnswer(page: Page, name = 'Answer'): Promise<void> {
  await press(page, name)
  await expect(page.getByTestId('request-send')).toBeFocused()
  await page.keyboard.press('Enter')
}

test('[LSN11] [LSN12] [LSN13] [LSN14] [LSN36] [LSN40] [UI22] a lesson is played by keyboard: hint, a mistake, answers, reset, its end, and progress', async ({
  page,
}) => {
  await openLessons(page)
  await page.locator('[data-lesson-card="first-write"]').press('Enter')
  await expect(column(page).getByRole('heading', { name: 'First write' })).toBeFocused()
  await expect(checks(page)).toHaveCount(2)
  expect(await findings(page)).toEqual([])

  // The attempt, the hint and the answer send nothing.
  await press(page, 'Hint')
  await expect(column(page).getByRole('list', { name: 'Hints' })).toBeVisible()
  await press(page, 'Put it in the editor')
  await press(page, 'Answer')
  await expect(column(page)).toContainText('0 requests, par 4')
  await expect(column(page).getByRole('button', { name: 'Next', exact: true })).toBeDisabled()

  await expect(page.getByTestId('request-send')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(column(page)).toContainText('Done.')
  await expect(column(page)).toContainText('1 request, par 4')
  // A box that is ticked differs from the page by its fill, in forced colours too.
  await page.emulateMedia({ forcedColors: 'active' })
  const fills = await column(page)
    .locator('[data-on]')
    .evaluateAll((boxes) => boxes.map((box) => getComputedStyle(box).backgroundColor))
  expect(fills).toHaveLength(3)
  expect(fills).not.toContain(await page.evaluate(() => getComputedStyle(document.body).backgroundColor))
  await page.emulateMedia({ forcedColors: null })
  // The written object is selected. [LSN43]
  await expect(page).toHaveURL(/[?&]obj=prices(?:&|$)/)
  await page.keyboard.press('Shift+F6')
  await expect(column(page).getByRole('button', { name: 'Next', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(column(page).getByRole('heading', { name: 'Read what the server added' })).toBeFocused()
  // A step that is done says so to those who do not see its tick.
  await expect(column(page).getByRole('listitem').filter({ hasText: 'Create a ConfigMap' })).toHaveText(/^Done: /)

  // A likely mistake gets its word: a list in place of an object.
  await press(page, 'Answer')
  await expect(page.getByTestId('request-send')).toBeFocused()
  await page.getByTestId('request-path').fill('/api/v1/namespaces/shop/configmaps?limit=9')
  await page.getByTestId('request-send').press('Enter')
  await expect(column(page)).toContainText('Add the name to get one object')

  // The step begins anew on a new cluster, and the count with it.
  await press(page, 'Reset step')
  await expect(column(page)).toContainText('1 request, par 4')
  await expect(checks(page)).toHaveCount(2)
  await sendAnswer(page)
  await expect(column(page)).toContainText('Done.')

  // A sandbox is a copy in which nothing is checked; its bar leads back.
  await press(page, 'Sandbox')
  await expect(page.getByRole('status').filter({ hasText: 'On branch' })).toBeVisible()
  await expect(column(page)).toHaveCount(0)
  await page.getByRole('button', { name: /^Back to Lesson: First write/ }).press('Enter')
  await expect(column(page)).toContainText('Done.')
  await press(page, 'Next')
  await sendAnswer(page)
  await expect(column(page)).toContainText('Done.')
  await press(page, 'Next')
  await sendAnswer(page)
  await expect(column(page)).toContainText('Done.')
  await press(page, 'Finish')
  await expect(column(page)).toContainText('Lesson done with 4 requests')
  await expect(column(page).getByRole('img', { name: /The rail of your requests: create, .*read/ })).toBeVisible()
  expect(await findings(page)).toEqual([])

  await compareWithAnswer(page)
  await press(page, 'Back to my cluster')
  await expect(card(page, 'first-write')).toContainText('4 requests, par 4')
  await expect(yours(page)).toContainText('Done1 of')

  // A lesson that is left is open on the home page, in its own cluster.
  await card(page, 'race-409').press('Enter')
  await sendAnswer(page)
  await expect(column(page)).toContainText('Done.')
  await press(page, 'All lessons')
  const open = page.getByRole('region', { name: 'The open lesson' })
  await expect(open).toContainText('Step 1 of 4: Read the prices')
  await expect(open).toContainText('1 request, par 5')
  await open.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(column(page)).toContainText('Done.')
  await press(page, 'All lessons')
  await expect(open).toBeVisible()
  await findAndKeep(page)
  await goOnFromList(page)
})

/** The list beside the player shows what is done and begun, and leads to other lessons and back. [LSN40] */
async function goOnFromList(page: Page): Promise<void> {
  await card(page, 'race-409').press('Enter')
  const list = page.getByRole('navigation', { name: 'Lessons' })
  await press(page, 'List')
  await expect(list).toHaveCount(0)
  await press(page, 'List')
  await expect(list).toContainText('2 of')
  await expect(list.locator('[aria-current="true"]')).toContainText('0 of 4')
  expect(await findings(page)).toEqual([])
  await list.getByRole('searchbox').fill('four patches')
  await list.getByRole('button', { name: /^Four patches/ }).press('Enter')
  await expect(column(page).getByRole('heading', { name: 'Four patches' })).toBeFocused()
  await list.getByRole('button', { name: /^A 409 race/ }).press('Enter')
  await expect(column(page).getByRole('heading', { name: 'A 409 race' })).toBeFocused()
  await press(page, 'List')
  await expect(list).toHaveCount(0)

  // Without a choice, the list gives way to the inspector of a step that points there.
  await page.evaluate(() => localStorage.removeItem('orchard.lesson-list'))
  await page.goto('./?room=lessons')
  await card(page, 'finalizers').press('Enter')
  await expect(column(page).getByRole('heading', { name: 'Deletion and finalizers' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('ConfigMap invoice')
  await expect(list).toHaveCount(0)
  await page.setViewportSize({ width: 1920, height: 900 })
  await expect(list).toBeVisible()
}

/** The requests and bodies of a step stand beside those of its answer, in the place of the Lab. [LSN14] [LSN36] */
async function compareWithAnswer(page: Page): Promise<void> {
  await expect(column(page).getByRole('heading', { name: 'What you saw' })).toBeFocused()
  const picture = column(page).getByRole('img', { name: /^The rail of your requests/ })
  await expect(picture).toBeInViewport({ ratio: 1 })
  await expect(column(page)).toContainText(/took \d+/)
  const compare = page.getByRole('main', { name: 'Compare' })
  await expect(compare.getByRole('region', { name: 'Answer' })).toContainText('201')
  await expect(compare.getByRole('region', { name: 'The bodies, line by line' })).toContainText('kind: ConfigMap')
  await compare.getByRole('radio', { name: '3' }).check({ force: true })
  await expect(compare.getByRole('region', { name: 'Answer' })).toContainText('409')
  await expect(compare).toContainText('The same requests, in the same order.')
  expect(await findings(page)).toEqual([])
  await compare.getByRole('button', { name: /^Close Compare/ }).press('Enter')
  await expect(page.getByRole('main', { name: 'Work' })).toBeVisible()
  await press(page, 'Compare with the answer')
  await expect(page.getByRole('main', { name: 'Work' })).toBeHidden()
  await compare.getByRole('radio', { name: '1' }).check({ force: true })
  await compare.getByRole('button', { name: 'Take the answer' }).press('Enter')
  await expect(page.getByTestId('request-send')).toBeFocused()
  await expect(page.getByTestId('request-path')).toHaveValue('/api/v1/namespaces/shop/configmaps')
  await expect(compare).toHaveCount(0)

  // In a narrow window the end covers the editor, which comes up with the answer.
  await page.getByTestId('request-path').fill('/api')
  await page.setViewportSize({ width: 600, height: 844 })
  await press(page, 'Take the answer')
  await expect(page.getByTestId('request-send')).toBeFocused()
  await expect(page.getByTestId('request-path')).not.toHaveValue('/api')
  expect(await unreachable(page)).toEqual([])
  await press(page, 'Back to the result')
  await expect(column(page)).toContainText('What you saw')
  await page.setViewportSize({ width: 1440, height: 900 })
}

const card = (page: Page, id: string) => page.locator(`[data-lesson-card="${id}"]`)
const yours = (page: Page) => page.getByRole('complementary', { name: 'Yours' })

/** Finds lessons by words and by what is done, and takes the results along as a file. [LSN12] */
async function findAndKeep(page: Page): Promise<void> {
  const cards = page.locator('[data-lesson-card]')
  const all = await cards.count()
  const search = page.getByRole('searchbox', { name: 'Find a lesson' })
  await search.fill('stale bob')
  await expect(cards).toHaveCount(1)
  await search.fill('')
  await page.getByText('Done', { exact: true }).first().click()
  await expect(cards).toHaveCount(1)
  await page.getByText('All', { exact: true }).first().click()
  await expect(cards).toHaveCount(all)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    yours(page).getByRole('button', { name: 'Export' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('orchard-lessons.json')
  const kept = JSON.parse(await readFile(await file.path(), 'utf8')) as { done: Record<string, { requests: number }> }
  expect(Object.keys(kept.done)).toEqual(['first-write'])
  const result = { ...kept.done['first-write'], requests: 5 }
  const text = JSON.stringify({ ...kept, done: { ...kept.done, 'race-409': result } })
  const more = { name: 'orchard-lessons.json', mimeType: 'application/json', buffer: Buffer.from(text) }
  await page.getByLabel('Import').setInputFiles(more)
  await expect(yours(page)).toContainText('Results of 2 lessons were read.')
  await expect(yours(page)).toContainText('Done2 of')
  await page.getByLabel('Import').setInputFiles({ ...more, buffer: Buffer.from('{}') })
  await expect(yours(page)).toContainText('This file holds no progress of lessons.')
}

test('[LSN17] [SH16] the first notice leads to the lessons, a refusal to the lesson about it, and a link to its step', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('orchard.coach', JSON.stringify({ at: 9 })))
  await page.goto('./')
  const bring = async (way: string) => {
    await page.getByRole('button', { name: 'Bring your own' }).click()
    await page.getByRole('menuitem', { name: way }).click()
  }
  await bring('Objects, as YAML or JSON')
  await expect(page.getByRole('dialog', { name: /Import/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await bring('A configuration file of a server')
  await expect(page.getByRole('main', { name: 'Editor' })).toBeVisible()
  await bring('The flags of a server')
  await expect(page.getByRole('dialog', { name: /flags/i })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Learn by lessons' }).click()
  await expect(page.getByTestId('lessons-room')).toBeVisible()
  await page.goto('./?tab=request')
  // The first selection fills in its path, which must not come while another one is typed.
  await expect(page.getByTestId('request-path')).toHaveValue(/deployments\/web$/)
  await page.getByTestId('request-path').fill('/api/v1/namespaces/shop/configmaps?fieldSelector=data.price%3D9')
  await page.getByTestId('request-send').click()
  await page.getByRole('button', { name: 'Labels and fields, step 4' }).click()
  await expect(page.getByRole('button', { name: 'Start at this step' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(column(page)).toContainText('A field that cannot be selected')
  await expect(checks(page)).not.toHaveCount(0)
  await expect(column(page).locator('li[data-done]')).toHaveCount(3)

  // A shared link opens the lesson at this step, on this state.
  await page.getByRole('button', { name: 'Share this moment' }).click()
  const sheet = page.getByRole('dialog', { name: 'Share this moment' })
  await expect(sheet.getByRole('checkbox', { name: /^Lesson/ })).toBeChecked()
  const other = await page.context().newPage()
  await other.goto(await sheet.getByRole('textbox', { name: 'Link' }).inputValue())
  await expect(column(other)).toContainText('A field that cannot be selected')
  await expect(column(other).locator('li[data-done]')).toHaveCount(3)
  await expect(checks(other)).not.toHaveCount(0)
})

/** A play of the person that is at its second step. */
const playOfFirstWrite = {
  id: 'first-write',
  cluster: 'mine',
  step: 1,
  isBegun: false,
  isStepDone: false,
  base: 0,
  kept: {},
  counts: [1],
  marks: ['create'],
  returnTo: '',
}

test('[LSN23] a demo plays a lesson by itself, Space pauses it, and it is no progress of the person', async ({
  page,
}) => {
  // The page of a demo goes to the cluster of its lesson by itself, so the Lab is opened before.
  await openLab(page)
  const mine = { ...playOfFirstWrite, startedMs: Date.now(), changedMs: Date.now() }
  await page.evaluate(
    (play) =>
      localStorage.setItem(
        'orchard.lessons',
        JSON.stringify({ format: 'orchard-lessons/1', done: {}, open: { [play.cluster]: play } }),
      ),
    mine,
  )
  // At this pace the first request is minutes away, however slow the machine is.
  await page.goto('./?demo=first-write&pace=0.05')
  const bar = page.getByRole('region', { name: 'Demo' })
  await expect(bar).toHaveAttribute('data-phase', 'playing')
  await page.keyboard.press(' ')
  await expect(bar).toHaveAttribute('data-phase', 'paused')
  await expect(column(page)).toContainText('0 requests, par 4')
  expect(await findings(page)).toEqual([])
  await bar.getByRole('button', { name: 'Go on' }).press(' ')
  await expect(bar).toHaveAttribute('data-phase', 'playing')

  await page.goto('./?demo=first-write&pace=50')
  // It opens a page and a cluster, and plays four steps there.
  await expect(bar).toHaveAttribute('data-phase', 'ended', { timeout: 90_000 })
  await expect(column(page)).toContainText('Lesson done with 4 requests')
  await bar.getByRole('button', { name: 'End demo' }).click()
  await expect(card(page, 'first-write')).toContainText('1 of 4')
  await expect(yours(page)).toContainText('Done0 of')
})

test('[LSN23] a demo waits where the system asks for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLab(page)
  await page.goto('./?demo=first-write')
  const bar = page.getByRole('region', { name: 'Demo' })
  await expect(bar).toContainText('the demo waits for you')
  await expect(bar.getByRole('button', { name: 'Go on' })).toBeVisible()
})

test('[LSN12] [LSN13] a link to a step offers it, although the code of the room arrives after the first object was selected', async ({
  page,
}) => {
  let held = 0
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/room-[^/]*\.js$/, async (route) => {
    held += 1
    await released
    await route.continue()
  })
  await page.goto('./?room=lessons&lesson=first-write&step=2')
  await expect.poll(() => page.evaluate(() => location.search)).toContain('obj=')
  expect(held).toBeGreaterThan(0)
  release()
  await expect(page.getByRole('region', { name: 'The step that was asked for' })).toContainText('First write')
})

test('[LSN44] in a lesson one acts as its people, by the header too: dana is refused, alice may write again', async ({
  page,
}) => {
  await openLessons(page)
  await card(page, 'roles-who-can').press('Enter')
  await expect(checks(page)).toHaveCount(1)
  const actAs = async (name: string) => {
    await page.getByRole('button', { name: /^Acting as/ }).click()
    await page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) }).click()
    await expect(page.getByRole('button', { name: `Acting as ${name}` })).toBeVisible()
  }
  await press(page, 'Put it in the editor')
  await expect(page.getByRole('button', { name: 'Acting as dana' })).toBeVisible()
  // Only the choice in the header is under test: the request that was put there is sent by someone else first.
  await actAs('alice')
  await page.getByTestId('request-send').click()
  await expect(column(page)).toContainText('You are still alice')
  await actAs('dana')
  await page.getByTestId('request-send').click()
  await expect(column(page)).toContainText('Done.')
  await press(page, 'Next')
  await expect(checks(page)).toHaveCount(1)
  await press(page, 'Put it in the editor')
  await actAs('dana')
  await actAs('alice')
  await page.getByTestId('request-send').click()
  await expect(column(page)).toContainText('Done.')
})
