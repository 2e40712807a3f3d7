// The page in a browser, against a server of the test: what happens to it when its watch is cut, too.
import { expect, test } from '@orchard-server/orchard/playwright'

const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' } })

test.use({ orchardOptions: { vocabulary: 'kubernetes', objects: [configMap('a')] } })

test('the page shows ConfigMaps as they come, and lists again when its watch ends', async ({ page, orchard }) => {
  await page.goto('/')
  const items = page.getByRole('listitem')
  await expect(items).toHaveText(['a'])
  await orchard.create(configMap('b'))
  await expect(items).toHaveText(['a', 'b'])
  await orchard.cutWatches()
  await expect(page.getByText('Listed 2 times')).toBeVisible()
  await orchard.create(configMap('c'))
  await expect(items).toHaveText(['a', 'b', 'c'])
})
