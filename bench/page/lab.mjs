// Opens the Lab for measurements and performs actions in it.
import { setTimeout as sleep } from 'node:timers/promises'

/** Opens the Lab as someone who is allowed everything, without notices and without the sample's own writers. */
export async function openLab(context, base, search = '') {
  const page = await context.newPage()
  await page.addInitScript(() => {
    const settings = {
      welcome: { seen: true },
      actor: { name: 'admin', groups: ['system:masters', 'system:authenticated'] },
      ghost: { isOn: false },
      coach: { at: 9 },
    }
    for (const [name, value] of Object.entries(settings)) localStorage.setItem(`orchard.${name}`, JSON.stringify(value))
  })
  await page.goto(`${base}/${search}`)
  await page.locator('[data-object="Deployment/web"]').first().waitFor({ timeout: 60_000 })
  await page.locator('[data-rv]').first().waitFor({ timeout: 60_000 })
  return page
}

const configMaps = '/api/v1/namespaces/default/configmaps'

/** Waits until an editor is ready, and the page is quiet. */
export async function settle(page) {
  await page
    .locator('#work .monaco-editor')
    .first()
    .click({ position: { x: 200, y: 60 }, timeout: 60_000 })
    .catch(() => undefined)
  await page.locator('#work .monaco-editor .view-line').first().waitFor({ timeout: 60_000 })
  await page.evaluate(() => document.activeElement?.blur?.())
  await sleep(4000)
}

/** Writes an object that is not selected, with the page's `fetch`. */
export const write = (page, name, number) =>
  page.evaluate(
    async ([path, text]) => {
      const response = await fetch(path, {
        method: 'PATCH',
        headers: { 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify({ data: { text } }),
      })
      await response.arrayBuffer()
    },
    [`${configMaps}/${name}`, `number ${number}`],
  )

/** Creates `count` objects with the page's `fetch`, `inFlight` at a time. Returns the rate per second. */
export const createMany = (page, { count, inFlight, name, path = configMaps }) =>
  page.evaluate(
    async ([total, lanes, prefix, collection]) => {
      let next = 0
      const lane = async () => {
        while (next < total) {
          const body = {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: { name: `${prefix}-${next++}` },
            data: { colour: 'green', text: 'one of many objects of a measurement' },
          }
          const response = await fetch(collection, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
          if (response.status !== 201) throw new Error(`create: ${response.status} ${await response.text()}`)
          await response.arrayBuffer()
        }
      }
      const began = performance.now()
      await Promise.all(Array.from({ length: lanes }, lane))
      return (total * 1000) / (performance.now() - began)
    },
    [count, inFlight, name, path],
  )

/** Drags along the rail from the middle to the left, in `steps` moves of one frame each. */
export async function dragRail(page, steps, pixels) {
  const box = await page.getByTestId('rail-plot').boundingBox()
  const y = box.y + 40
  let x = box.x + box.width * 0.7
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 0; step < steps; step += 1) {
    x -= pixels
    await page.mouse.move(x, y)
    await sleep(16)
  }
  await sleep(500)
  await page.mouse.up()
}

/** Fills the server up to `objects` objects and `revisions` revisions, from a page without service worker. */
export async function fill(context, base, { objects, revisions }) {
  const page = await openLab(context, base, '?transport=direct')
  const published = await page.evaluate(
    async () => (await (await fetch('/debug/log?after=1000000000')).json()).published,
  )
  await createMany(page, { count: objects, inFlight: 32, name: 'filler' })
  await page.evaluate(
    async ([path, total, known]) => {
      let next = 0
      const lane = async () => {
        while (next < total) {
          const number = next++
          const response = await fetch(`${path}/filler-${number % known}`, {
            method: 'PATCH',
            headers: { 'content-type': 'application/merge-patch+json' },
            body: JSON.stringify({ data: { round: String(number) } }),
          })
          if (!response.ok) throw new Error(`patch: ${response.status}`)
          await response.arrayBuffer()
        }
      }
      await Promise.all(Array.from({ length: 32 }, lane))
    },
    [configMaps, Math.max(0, revisions - objects - published), objects],
  )
  await page.close()
}
