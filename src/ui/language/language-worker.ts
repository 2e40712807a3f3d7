import { createLanguageCalls } from './language-calls.ts'
import { answerCalls } from './worker-calls.ts'

/** Parses documents and texts outside of the main thread. */
answerCalls(self, (message) => self.postMessage(message), createLanguageCalls())
