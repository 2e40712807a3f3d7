import { createHash } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { delayMessages } from './delay-messages.ts'

const CPU_TIMES_SLOWER = 2
const seedText = process.env['ORCHARD_E2E_JITTER'] ?? ''

const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE()

/** Slows the processor for a page. */
async function slowDown(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES_SLOWER })
  } catch (error) {
    // A page may be closed before it is slowed.
    if (!page.isClosed()) throw error
  }
}

/**
 * With `ORCHARD_E2E_JITTER=SEED` the pages of a browser profile have a slow processor, and what they receive comes late, by
 * random times of 0 to 400 ms in the order in which it was sent: docs/reliability.md. Without it nothing changes.
 */
export async function addJitter(context: BrowserContext, test: string): Promise<void> {
  if (seedText === '') return
  const seed = hashOf(`${seedText} ${test}`)
  await context.addInitScript(delayMessages, seed)
  context.on('page', (page) => void slowDown(page))
}
