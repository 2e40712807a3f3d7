import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { RequestsShown } from './request-rows.ts'

export interface RequestsState {
  readonly text: string
  readonly shown: RequestsShown
}

const createRequests = (): StoreApi<RequestsState> => createStore<RequestsState>(() => ({ text: '', shown: 'all' }))

export const requestsStore = (lab: Lab): StoreApi<RequestsState> => partState(lab, createRequests)
