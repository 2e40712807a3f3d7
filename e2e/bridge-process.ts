import { type ChildProcess, spawn } from 'node:child_process'
import { expect, type Page } from '@playwright/test'
import { BASE_URL } from './chromium.ts'
import { program } from './program.ts'

export interface Bridge {
  readonly child: ChildProcess
  /** Address for clients. */
  readonly base: string
  /** The text to paste into the page: `PORT.SECRET`. */
  readonly link: string
}

/** Starts `orchard bridge --port 0 …` for the page under test, and waits for what it prints. */
export function startBridge(...flags: string[]): Promise<Bridge> {
  const child = spawn(process.execPath, [program, 'bridge', '--port', '0', '--page', BASE_URL, ...flags])
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stderr.on('data', (chunk) => (printed += String(chunk)))
    child.stdout.on('data', (chunk) => {
      printed += String(chunk)
      const base = /listens at (\S+)/.exec(printed)?.[1]
      const link = /#bridge=(\S+)/.exec(printed)?.[1]
      if (base !== undefined && link !== undefined) resolve({ child, base, link })
    })
    child.once('close', () => reject(new Error(printed)))
  })
}

/** Opens the page by the address of the bridge and allows it. */
export async function allowBridge(page: Page, { link }: Bridge, search = ''): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('orchard.welcome', JSON.stringify({ seen: true }))
    localStorage.setItem('orchard.ghost', JSON.stringify({ isOn: false }))
    localStorage.setItem('orchard.coach', JSON.stringify({ at: 9 }))
  })
  await page.goto(`/${search}#bridge=${link}`)
  const sheet = page.getByRole('dialog', { name: 'Terminal clients' })
  await sheet.getByRole('button', { name: 'Allow' }).click()
  await expect(sheet.getByText('bridge connected')).toBeVisible()
}
