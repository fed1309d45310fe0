-- How many answers to its exchange could not be read or decided nothing, since it was last resumed: after ten, a person decides.
ALTER TABLE "emissions" ADD COLUMN "unclear_answers" INTEGER NOT NULL DEFAULT 0;
