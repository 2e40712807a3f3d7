/*
 * Setup of every test file. The files of a worker share its globals: with a fake timer that one leaves, the tests of the
 * next one would wait until they time out.
 */
if ('clock' in globalThis.setTimeout) throw new Error('the test file before this one left a fake setTimeout')
