import { expect, type Page } from '@playwright/test'
import { findings, findingsInThemes } from './axe-findings.ts'
import { test } from './page-test.ts'

const framed = `<!doctype html><html lang="en"><title>B</title><main><img src="data:,"></main>`

/** A mistake of each kind: a button without a name, words that are too pale, and in a frame an image without words. */
const faulty = `<!doctype html><html lang="en"><title>A</title>
<style>p { color: #ddd; background: #fff } [data-theme=dark] p { color: #222; background: #000 }</style>
<main><button></button><p>pale</p><iframe title="A frame" src="framed.html"></iframe></main>`

const serve = (page: Page, name: string, body: string): Promise<unknown> =>
  page.route(`**/${name}`, (route) => route.fulfill({ contentType: 'text/html', body }))

test('axe finds mistakes in the page and in its frames, and those of colours in each theme', async ({ page }) => {
  await serve(page, 'faulty.html', faulty)
  await serve(page, 'framed.html', framed)
  await page.goto('./faulty.html')
  const expected = ['button-name button', 'color-contrast p', 'image-alt iframe img']
  // The second look takes the script that the first one has loaded.
  for (let look = 0; look < 2; look += 1) expect((await findings(page, 0)).toSorted()).toEqual(expected)
  expect(await findingsInThemes(page, ['light', 'dark'], ['button', 'p'], 0)).toEqual([
    'light: button-name button',
    'light: color-contrast p',
    'dark: color-contrast p',
  ])
})
