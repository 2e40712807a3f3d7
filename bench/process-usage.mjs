// Reads from Linux what a process has used.
import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** CPU time of all threads of a process since its start, in microseconds; a tick of the kernel is 10 ms. */
export function cpuMicroseconds(pid) {
  // The name of the program, in parentheses, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1e6
}

/** Resident memory of a process in bytes. */
export const residentBytes = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
