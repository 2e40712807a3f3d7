import { playScenario, type SendStep } from '#record/play-scenario.ts'
import type { Scenario } from '#record/scenario.ts'

/** Plays a scenario on a server, and returns the steps whose answers are not as it expects. */
export async function problemsOn(read: typeof fetch, scenario: Scenario): Promise<readonly unknown[]> {
  const send: SendStep = async (method, target, contentType, body) => {
    const response = await read(target, {
      method,
      headers: contentType === '' ? {} : { 'content-type': contentType },
      ...(body === '' ? {} : { body }),
    })
    const answer = (await response.json()) as { metadata?: { resourceVersion?: string } }
    return { status: response.status, version: answer.metadata?.resourceVersion ?? '' }
  }
  const problems: unknown[] = []
  for await (const played of playScenario(scenario, send)) if (played.problem !== '') problems.push(played)
  return problems
}
