/** Nothing was done. The operator reads the text and types the command's argument again, or gives `--yes`. */
export class ConfirmationNeeded extends Error {
  override readonly name = 'ConfirmationNeeded';
}
