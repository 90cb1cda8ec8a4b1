import { benchApi } from './api.ts'
import { benchCrowd } from './crowd.ts'
import { benchGrowth } from './growth.ts'
import { benchPeakHour } from './peak-hour.ts'
import type { Section } from './report.ts'
import { benchRoutes } from './routes.ts'
import { benchWorker } from './worker.ts'

/** The parts of the bench, by the names that `npm run bench` takes. */
export const PARTS: Record<string, () => Promise<Section[]>> = {
  api: () => benchApi(),
  crowd: () => benchCrowd(),
  growth: () => benchGrowth(),
  'peak-hour': () => benchPeakHour(),
  routes: () => benchRoutes(),
  worker: () => benchWorker(),
}
