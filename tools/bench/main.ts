import { benchCrowd } from './crowd.ts'
import { benchGrowth } from './growth.ts'
import type { Section } from './report.ts'
import { benchRoutes } from './routes.ts'
import { benchWorker } from './worker.ts'

/** The parts of the bench, by the names that `npm run bench` takes. */
export const PARTS: Record<string, () => Promise<Section[]>> = {
  crowd: () => benchCrowd(),
  growth: () => benchGrowth(),
  routes: () => benchRoutes(),
  worker: () => benchWorker(),
}
