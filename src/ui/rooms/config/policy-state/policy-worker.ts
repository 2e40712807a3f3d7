import { answerCalls } from '#ui/language/worker-calls.ts'
import { createPolicyCalls } from './policy-calls.ts'

/** Checks policies and schemas outside of the main thread. */
answerCalls(self, (message) => self.postMessage(message), createPolicyCalls())
