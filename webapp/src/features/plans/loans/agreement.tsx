/** The collection that a borrower agrees to with a loan, and the way back. `isFree`: there is no request fee. */
export const Agreement = ({ isFree }: { isFree: boolean }) => (
  <div className="flex flex-col gap-2 rounded-control bg-sunken p-4 text-sm">
    <h3 className="font-semibold">How it is repaid</h3>
    <p>
      We collect each instalment from your naira wallet on its day. If the wallet holds too little, we collect
      what is overdue as money arrives, and then by direct debit, if you have allowed one.
    </p>
    <p>
      {`You can hand the whole loan back within a day of its payout: then it costs nothing${isFree ? '' : ', and the request fee comes back'}.`}
    </p>
  </div>
);
