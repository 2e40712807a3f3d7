import { expect, test } from '@playwright/test'

test('[LSN17] the first notice leads to the lessons, and a refusal to the lesson about it', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('orchard.coach', JSON.stringify({ at: 9 })))
  await page.goto('./')
  await page.getByRole('button', { name: 'Learn by lessons' }).click()
  await expect(page.getByTestId('lessons-room')).toBeVisible()
  await page.goto('./?tab=request')
  await page.getByTestId('request-path').fill('/api/v1/namespaces/shop/configmaps?fieldSelector=data.price%3D9')
  await page.getByTestId('request-send').click()
  await page.getByRole('button', { name: 'Labels and fields' }).click()
  await expect(page.locator('[data-lesson-card="selectors"]')).toBeFocused()
})
