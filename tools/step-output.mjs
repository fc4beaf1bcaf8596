/**
 * Steps that run side by side, to be read one after the other: the first that has not ended is shown as it speaks; what a later one
 * says is kept until its turn.
 * @param {(text: string | Uint8Array) => void} write
 */
export function createStepOutput(write) {
  /** In the order in which they began. */
  const unfinished = [];

  function show() {
    for (let first = unfinished[0]; first !== undefined; first = unfinished[0]) {
      for (const text of first.kept.splice(0)) write(text);
      if (!first.hasEnded) return;
      unfinished.shift();
    }
  }

  return {
    /** @param {string} title */
    begin(title) {
      const step = { kept: [`\n── ${title}\n`], hasEnded: false };
      unfinished.push(step);
      show();
      return {
        /** @param {string | Uint8Array} text */
        say(text) {
          step.kept.push(text);
          show();
        },
        /** @param {string} lastLine */
        end(lastLine) {
          step.kept.push(`   ${lastLine}\n`);
          step.hasEnded = true;
          show();
        },
      };
    },
  };
}
