import Download from 'lucide-react/icons/download'
import { ActionButton } from './action-button.tsx'
import { keepFile } from './keep-file.ts'

type CsvButtonProps = {
  /** Brings the file, with the name it goes by. */
  load: () => Promise<{ file: Blob; name: string }>
  /** §8, when the failure has no words of its own. */
  failure: string
}

/** Brings what is listed, whole, as a file for spreadsheets. */
export function CsvButton({ load, failure }: CsvButtonProps) {
  const download = async () => {
    const { file, name } = await load()
    keepFile(file, name)
  }
  return (
    <ActionButton look="quiet" run={download} failure={failure}>
      <Download aria-hidden />
      Download CSV
    </ActionButton>
  )
}
